/** The spelling of names, as types: snake case, camelCase, the variables of a path. */

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

/** `blogPosts` and `blog-posts` → `blog_posts`. A word in lower case is not split into letters. */
export type Snake<S extends string> =
  S extends Lowercase<S> ? Underscored<S> : Underscored<Lowercase<Stepped<S>>>

type Underscored<S extends string> =
  S extends `${infer Head}-${infer Rest}` ? `${Head}_${Underscored<Rest>}` : S

type Stepped<S extends string, Last extends string = '', Done extends string = ''> =
  S extends `${infer Char}${infer Rest}`
    ? Stepped<Rest, Char, StepsUp<Last, Char> extends true ? `${Done}_${Char}` : `${Done}${Char}`>
    : Done

/** Whether a word ends between two characters: a lower-case letter or a digit, then an upper-case letter. */
export type StepsUp<Last extends string, Char extends string> =
  Char extends Lowercase<Char>
    ? false
    : Last extends Digit ? true : Last extends Uppercase<Last> ? false : true

/** `edit_post_comment` → `editPostComment`. */
export type Camel<S extends string> =
  S extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : S

/** The routing variables in path order: `/posts/:post_id/comments/:id` → `['post_id', 'id']`. */
export type PathVariables<S extends string> =
  S extends `${string}${':' | '*'}${string}` ? SegmentVariables<S> : []

type SegmentVariables<S extends string, Found extends readonly string[] = []> =
  S extends `${infer Segment}/${infer Rest}`
    ? SegmentVariables<Rest, [...Found, ...Variables<Segment>]>
    : [...Found, ...Variables<S>]

type Variables<S extends string> =
  S extends `${'*' | ':'}${infer Name}` ? Name extends `${string}${Mark}${string}` ? Named<Name> : [Name]
  : S extends `${string}:${infer Text}` ? Named<Text> : []

/** The characters that may follow a variable's name in its segment. */
type Mark =
  | ':' | '-' | '.' | '~' | ',' | ';' | '=' | '+' | '&' | '@' | '!' | '$' | "'" | ' ' | '%' | '"' | '<' | '>'
  | '[' | ']' | '\\' | '^' | '`' | '{' | '|' | '}'

/** The variable at the start of a text, and the variables after it. */
type Named<S extends string, Name extends string = ''> =
  S extends `${infer Char}${infer Rest}`
    ? Char extends Mark ? [Name, ...Variables<S>] : Named<Rest, `${Name}${Char}`>
    : [Name]
