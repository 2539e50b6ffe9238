/** Singular and plural of a name's last word, as types: the rules of pluralize 8.0.0 in its order. */

import type { IrregularPlurals, IrregularSingulars, Uncountable } from './irregular-plurals.js'
import type { StepsUp } from './names.js'

// Behind `infer`, the compiler takes any result for a text, and does not try each rule and word beforehand.

/** `product_reviews` → `product_review`, `blogPosts` → `blogPost`. */
export type Singular<S extends string> =
  S extends Lowercase<S>
    ? S extends `${infer Head}_${infer Rest}` ? `${Head}_${Singular<Rest>}`
    : S extends `${infer Head}-${infer Rest}` ? `${Head}-${Singular<Rest>}`
    : SingularWord<S> extends infer Word extends string ? Word : never
    : LastWord<S> extends [infer Head extends string, infer Word extends string]
      ? `${Head}${CaseOf<Word, Singular<Lowercase<Word>>>}`
      : never

/** `product_review` → `product_reviews`, `blogPost` → `blogPosts`. */
export type Plural<S extends string> =
  S extends Lowercase<S>
    ? S extends `${infer Head}_${infer Rest}` ? `${Head}_${Plural<Rest>}`
    : S extends `${infer Head}-${infer Rest}` ? `${Head}-${Plural<Rest>}`
    : PluralWord<S> extends infer Word extends string ? Word : never
    : LastWord<S> extends [infer Head extends string, infer Word extends string]
      ? `${Head}${CaseOf<Word, Plural<Lowercase<Word>>>}`
      : never

type LastWord<
  S extends string, Head extends string = '', Word extends string = '', Last extends string = ''
> =
  S extends `${infer Char}${infer Rest}`
    ? Char extends '_' | '-' ? LastWord<Rest, `${Head}${Word}${Char}`, '', Char>
    : StepsUp<Last, Char> extends true ? LastWord<Rest, `${Head}${Word}`, Char, Char>
    : LastWord<Rest, Head, `${Word}${Char}`, Char>
    : [Head, Word]

/** All words here are camelCase, so the first letter tells the case of the rest. */
type CaseOf<Word extends string, Result extends string> =
  Word extends Lowercase<Word>
    ? Result
    : Word extends Uppercase<Word> ? Uppercase<Result> : Capitalize<Result>

type EndsIn<End extends string> = `${string}${End}`

type Vowel = 'a' | 'e' | 'i' | 'o' | 'u'

/** Words that no rule changes, singular and plural alike. */
type Invariable = Uncountable
  | EndsIn<'sheep' | 'pox' | 'ois' | 'ous' | 'measles' | 'fish' | 'deer' | 'pokemon' | 'pokémon'>

/** `ese` after a consonant: `chinese`. */
type EndsInEse<S extends string> =
  S extends EndsIn<`${Vowel}ese`> | 'ese' ? false : S extends EndsIn<'ese'> ? true : false

/** Words in `s` have rules of their own, so that each word meets few of them. */
type SingularWord<S extends string> =
  S extends Uncountable | keyof IrregularPlurals ? S
  : S extends keyof IrregularSingulars ? IrregularSingulars[S]
  : S extends EndsIn<'s'> ? SingularOfS<S>
  : S extends `${infer Stem}men` ? `${Stem}man`
  : S extends `${infer Stem}eaux` ? `${Stem}eau`
  : S extends `${infer Stem}children` ? `${Stem}child`
  : S extends `${infer Stem}people` ? `${Stem}person`
  : S extends EndsIn<`${'alumn' | 'alg' | 'vertebr'}ae`> ? Swap<S, 'ae', 'a'>
  : S extends EndsIn<`${OnWords}a`> ? Swap<S, 'a', 'on'>
  : S extends EndsIn<`${UmWords}a`> ? Swap<S, 'a', 'um'>
  : S extends EndsIn<`${UsWords}i`> ? Swap<S, 'i', 'us'>
  : S extends EndsIn<'seraphim' | 'cherubim'> ? Swap<S, 'im', ''>
  : S extends 'mice' | 'titmice' | 'lice' ? Swap<S, 'ice', 'ouse'>
  : S

type SingularOfS<S extends string> =
  S extends EndsIn<OnlyS> ? Swap<S, 's', ''>
  : S extends `${infer Stem}ies` ? SingularOfIes<S, Stem>
  : S extends EndsIn<`${'matr' | 'append'}ices`> ? Swap<S, 'ices', 'ix'>
  : S extends EndsIn<`${'cod' | 'mur' | 'sil' | 'vert' | 'ind'}ices`> ? Swap<S, 'ices', 'ex'>
  : S extends EndsIn<'ois' | 'ous' | 'measles' | 'testis' | `${UsWords}us` | `${SisWords}sis`> ? S
  : S extends EndsIn<'testes'> ? Swap<S, 'es', 'is'>
  : S extends EndsIn<'twelves' | 'abuses' | 'emus' | 'enus'> ? Swap<S, 's', ''>
  : S extends EndsIn<`${SisWords}ses`> ? Swap<S, 'ses', 'sis'>
  : EndsInHiss<S> extends true ? S
  : S extends `${infer Stem}es` ? EndsInHiss<Stem> extends true ? Stem : SingularOfVes<S>
  : Swap<S, 's', ''>

/** The endings of most words, which lose their `s`. */
type OnlyS =
  | `${'t' | 'r' | 'n' | 'd' | 'l' | 'm' | 'p' | 'g' | 'k' | 'c' | 'b' | 'w' | 'y' | 'f' | 'h'}s`
  | `${'r' | 'n' | 'd' | 'm' | 'p' | 'g' | 'k' | 'b'}es`

type SingularOfIes<S extends string, Stem extends string> =
  S extends EndsIn<'movies'> | `${IeWords}ies` ? `${Stem}ie`
  : S extends 'monies' | 'smilies' ? `${Stem}ey`
  : `${Stem}y`

type SingularOfVes<S extends string> =
  S extends EndsIn<`${'ar' | 'wol' | 'al' | 'el' | 'ea' | 'eo' | 'oa' | 'oo'}ves`> ? Swap<S, 'ves', 'f'>
  : S extends 'lives' | EndsIn<'wives' | 'knives' | `${'after' | 'half' | 'high' | 'low' | 'mid' | 'non' | 'night'}lives`>
    ? Swap<S, 'ves', 'fe'>
  : Swap<S, 's', ''>

/** A sibilant, or an `o` that takes `es`: a word that ends so has no further `s`. */
type EndsInHiss<S extends string> =
  S extends EndsIn<'x' | 'ch' | 'ss' | 'sh' | 'zz' | 'tto' | 'go' | 'cho' | 'alias' | 'tlas' | 'tmas' | 'gas'
    | 'hero' | 'ato' | 'gro' | `${Vowel}ris`> ? true
  : EndsInUs<S>

/** `us` after anything but `a`, `o` or `u`. */
type EndsInUs<S extends string> =
  S extends EndsIn<'aus' | 'ous' | 'uus'> | 'us' ? false : S extends EndsIn<'us'> ? true : false

type PluralWord<S extends string> =
  S extends keyof IrregularSingulars ? S
  : S extends keyof IrregularPlurals ? IrregularPlurals[S]
  : S extends Invariable | '' ? S
  : EndsInEse<S> extends true ? S
  : S extends 'thou' ? 'you'
  : S extends EndsIn<'men' | 'eaux' | 'children' | 'people'> | 'mice' | 'titmice' | 'lice' ? S
  : S extends `${infer Stem}man` ? `${Stem}men`
  : S extends EndsIn<'child'> ? `${S}ren`
  : S extends `${infer Stem}person` ? `${Stem}people`
  : S extends 'mouse' | 'titmouse' | 'louse' ? Swap<S, 'ouse', 'ice'>
  : S extends EndsIn<`${IcesWords}ix`> ? Swap<S, 'ix', 'ices'>
  : S extends EndsIn<`${IcesWords}ex`> ? Swap<S, 'ex', 'ices'>
  : S extends EndsIn<'x' | 'ch' | 'ss' | 'sh' | 'zz'> ? `${S}es`
  : S extends `${infer Stem}ey` ? PluralOfEy<Stem>
  : S extends EndsIn<`${Vowel}y` | 'yy'> | 'y' ? S extends EndsIn<'quy'> ? Swap<S, 'y', 'ies'> : `${S}s`
  : S extends `${infer Stem}y` ? `${Stem}ies`
  : S extends EndsIn<'knife' | 'wife' | 'life'> ? Swap<S, 'fe', 'ves'>
  : S extends EndsIn<`${'ar' | 'l' | 'ea' | 'eo' | 'oa' | 'hoo'}f`> ? Swap<S, 'f', 'ves'>
  : S extends `${infer Stem}sis` ? `${Stem}ses`
  : S extends EndsIn<`${OnWords}on`> ? Swap<S, 'on', 'a'>
  : S extends EndsIn<`${OnWords | UmWords}a`> ? S
  : S extends EndsIn<`${UmWords | 'automat'}um`> ? Swap<S, 'um', 'a'>
  : S extends EndsIn<'hero' | 'ato' | 'gro'> ? `${S}es`
  : S extends EndsIn<'seraph' | 'cherub'> ? `${S}im`
  : S extends EndsIn<'seraphim' | 'cherubim' | `${'alumn' | 'alg' | 'vertebr'}ae` | `${UsWords}i`> ? S
  : S extends EndsIn<`${'alumn' | 'alg' | 'vertebr'}a`> ? `${S}e`
  : S extends EndsIn<`${UsWords}us`> ? Swap<S, 'us', 'i'>
  : PluralOfRest<S>

/** `money` → `monies`, but `honey` → `honeys`. */
type PluralOfEy<Stem extends string> =
  Stem extends `${infer Start}${'i' | 'e' | 'o'}${'l' | 'n'}`
    ? Start extends '' | EndsIn<'c' | 'h'> ? `${Stem}eys` : `${Stem}ies`
    : `${Stem}eys`

type PluralOfRest<S extends string> =
  S extends EndsIn<`${Vowel}las` | `${'e' | 'j' | 'z' | 'r'}as` | 'iam' | 'uam'> ? S
  : S extends EndsIn<'lias'> | 'ias' ? PluralOfHiss<S>
  : S extends EndsIn<'ias'> ? S
  : PluralOfHiss<S>

type PluralOfHiss<S extends string> =
  S extends EndsIn<'emus' | 'enus'> ? S
  : S extends EndsIn<'alias' | 'tlas' | 'tmas' | 'gas' | 'ris'> ? `${S}es`
  : EndsInUs<S> extends true ? `${S}es`
  : S extends EndsIn<'axis' | 'testis'> ? Swap<S, 'is', 'es'>
  : S extends EndsIn<'s'> ? S
  : S extends EndsIn<Ascii> ? `${S}s` : S

/** Possible last letters of a name, except letters such as `é`, which take no `s`. */
type Ascii =
  | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm' | 'n' | 'o' | 'p' | 'q' | 'r'
  | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

type OnWords = 'apheli' | 'hyperbat' | 'periheli' | 'asyndet' | 'noumen' | 'phenomen' | 'criteri' | 'organ'
  | 'prolegomen' | 'hedr' | 'automat'
type UmWords =
  | 'agend' | 'addend' | 'millenni' | 'dat' | 'extrem' | 'bacteri' | 'desiderat' | 'strat' | 'candelabr'
  | 'errat' | 'ov' | 'symposi' | 'curricul' | 'quor'
type UsWords =
  | 'alumn' | 'syllab' | 'vir' | 'radi' | 'nucle' | 'fung' | 'cact' | 'stimul' | 'termin' | 'bacill' | 'foc'
  | 'uter' | 'loc' | 'strat'
type SisWords = 'analy' | 'diagno' | 'parenthe' | 'progno' | 'synop' | 'the' | 'empha' | 'cri' | 'ne'
type IeWords =
  | 'p' | 'l' | 'zomb' | 't' | 'neckt' | 'crosst' | 'coll' | 'faer' | 'food' | 'gen' | 'goon' | 'group'
  | 'lass' | 'talk' | 'goal' | 'cut'
type IcesWords = 'matr' | 'cod' | 'mur' | 'sil' | 'vert' | 'ind' | 'append'

/** `Swap<'indices', 'ices', 'ex'>` → `index`. */
type Swap<S extends string, From extends string, To extends string> =
  S extends `${infer Stem}${From}` ? `${Stem}${To}` : never
