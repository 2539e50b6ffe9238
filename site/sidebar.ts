/** The pages of docs/ as the site lists them; `test/site.test.ts` compares the list with the folder. */

export const SIDEBAR: Readonly<Record<string, readonly string[]>> = {
  Start: ['getting-started'],
  Guides: [
    'routes', 'controllers', 'urls-and-types', 'records', 'fields', 'forms', 'security', 'formats', 'versions',
    'client', 'openapi', 'testing', 'deployment'
  ],
  Reference: [
    'options', 'errors', 'record-rules', 'texts', 'works-with'
  ],
  Recipes: ['recipes', 'log-in', 'page-recipes'],
  'Coming from': ['from-rails', 'from-others', 'figures']
}
