/** The pages of docs/ as the site lists them; `test/site.test.ts` compares the list with the folder. */

export const SIDEBAR: Readonly<Record<string, readonly string[]>> = {
  'A site': ['getting-started', 'forms', 'fields', 'log-in', 'page-recipes'],
  'An API': ['json-api', 'records', 'openapi', 'client'],
  Reference: [
    'routes', 'urls-and-types', 'controllers', 'texts', 'versions', 'formats', 'options', 'errors',
    'testing', 'security', 'works-with', 'deployment'
  ],
  'Coming from': ['from-rails', 'from-others', 'figures']
}
