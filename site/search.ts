/** What the search of the site passes to minisearch, when it builds its index and when it asks it. */

/** The site sends the text of this function to the browser, so it uses nothing around it. */
function processTerm (term: string): string | null {
  const common = ' a an and as at be by can do does for from give how i if in is it my not of on one or same the this to what when where which with without your '
  const word = term.toLowerCase()
  return common.includes(` ${word} `) ? null : word
}

export const SEARCH = { options: { processTerm } }
