/** The words that pluralize 8.0.0 has no rule for. */

/** By singular. */
export interface IrregularPlurals {
  i: 'we'; me: 'us'; he: 'they'; she: 'they'; them: 'them'; myself: 'ourselves'; yourself: 'yourselves'
  itself: 'themselves'; herself: 'themselves'; himself: 'themselves'; themself: 'themselves'; is: 'are'
  was: 'were'; has: 'have'; this: 'these'; that: 'those'; echo: 'echoes'; dingo: 'dingoes'
  volcano: 'volcanoes'; tornado: 'tornadoes'; torpedo: 'torpedoes'; genus: 'genera'; viscus: 'viscera'
  stigma: 'stigmata'; stoma: 'stomata'; dogma: 'dogmata'; lemma: 'lemmata'; schema: 'schemata'
  anathema: 'anathemata'; ox: 'oxen'; axe: 'axes'; die: 'dice'; yes: 'yeses'; foot: 'feet'; eave: 'eaves'
  goose: 'geese'; tooth: 'teeth'; quiz: 'quizzes'; human: 'humans'; proof: 'proofs'; carve: 'carves'
  valve: 'valves'; looey: 'looies'; thief: 'thieves'; groove: 'grooves'; pickaxe: 'pickaxes'
  passerby: 'passersby'
}

/** By plural; where several singulars share it, the last one, as in pluralize. */
export type IrregularSingulars = {
  [S in Exclude<keyof IrregularPlurals, 'he' | 'itself' | 'herself' | 'himself'> as IrregularPlurals[S]]: S
}

export type Uncountable =
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
