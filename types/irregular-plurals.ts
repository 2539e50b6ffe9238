/** The words that pluralize 8.0.0 has no rule for, and those that it inflects wrongly. */

import type { IRREGULAR_SINGULARS, PLURALS_IN_S, PRONOUNS } from '../lib/routes/irregular-words.js'

/** Ours, by plural. */
type OwnSingulars = typeof IRREGULAR_SINGULARS & {
  readonly [P in (typeof PLURALS_IN_S)[number]]: P extends `${infer S}s` ? S : never
}

type OwnPlurals = { readonly [P in keyof OwnSingulars as OwnSingulars[P]]: P }

/** By singular. */
export interface IrregularPlurals extends OwnPlurals {
  is: 'are'; was: 'were'; has: 'have'; echo: 'echoes'; dingo: 'dingoes'
  volcano: 'volcanoes'; tornado: 'tornadoes'; torpedo: 'torpedoes'; genus: 'genera'; viscus: 'viscera'
  stigma: 'stigmata'; stoma: 'stomata'; dogma: 'dogmata'; lemma: 'lemmata'; schema: 'schemata'
  anathema: 'anathemata'; ox: 'oxen'; die: 'dice'; yes: 'yeses'; foot: 'feet'; eave: 'eaves'
  goose: 'geese'; tooth: 'teeth'; quiz: 'quizzes'; human: 'humans'; proof: 'proofs'; carve: 'carves'
  valve: 'valves'; looey: 'looies'; thief: 'thieves'; groove: 'grooves'; pickaxe: 'pickaxes'
  passerby: 'passersby'
}

/** By plural. */
export type IrregularSingulars = { [S in keyof IrregularPlurals as IrregularPlurals[S]]: S }

export type Uncountable = (typeof PRONOUNS)[number]
  | 'adulthood' | 'advice' | 'agenda' | 'aid' | 'aircraft' | 'alcohol' | 'ammo' | 'analytics' | 'anime'
  | 'athletics' | 'audio' | 'bison' | 'blood' | 'bream' | 'buffalo' | 'butter' | 'carp' | 'cash'
  | 'chassis' | 'chess' | 'clothing' | 'cod' | 'commerce' | 'cooperation' | 'corps' | 'debris' | 'diabetes'
  | 'digestion' | 'elk' | 'energy' | 'equipment' | 'excretion' | 'expertise' | 'firmware' | 'flounder'
  | 'fun' | 'gallows' | 'garbage' | 'graffiti' | 'hardware' | 'headquarters' | 'health' | 'herpes'
  | 'highjinks' | 'homework' | 'housework' | 'information' | 'jeans' | 'justice' | 'kudos' | 'labour'
  | 'literature' | 'machinery' | 'mackerel' | 'mail' | 'media' | 'mews' | 'moose' | 'music' | 'mud'
  | 'manga' | 'news' | 'only' | 'personnel' | 'pike' | 'plankton' | 'pliers' | 'police' | 'pollution'
  | 'premises' | 'rain' | 'research' | 'rice' | 'salmon' | 'scissors' | 'series' | 'sewage' | 'shambles'
  | 'shrimp' | 'software' | 'species' | 'staff' | 'swine' | 'tennis' | 'traffic' | 'transportation'
  | 'trout' | 'tuna' | 'wealth' | 'welfare' | 'whiting' | 'wildebeest' | 'wildlife' | 'you'
