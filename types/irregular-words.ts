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

/** By plural; where two singulars share it, the later one, as in pluralize. */
export interface IrregularSingulars {
  we: 'i'; us: 'me'; they: 'she'; them: 'them'; ourselves: 'myself'; yourselves: 'yourself'
  themselves: 'themself'; are: 'is'; were: 'was'; have: 'has'; these: 'this'; those: 'that'
  echoes: 'echo'; dingoes: 'dingo'; volcanoes: 'volcano'; tornadoes: 'tornado'; torpedoes: 'torpedo'
  genera: 'genus'; viscera: 'viscus'; stigmata: 'stigma'; stomata: 'stoma'; dogmata: 'dogma'
  lemmata: 'lemma'; schemata: 'schema'; anathemata: 'anathema'; oxen: 'ox'; axes: 'axe'; dice: 'die'
  yeses: 'yes'; feet: 'foot'; eaves: 'eave'; geese: 'goose'; teeth: 'tooth'; quizzes: 'quiz'
  humans: 'human'; proofs: 'proof'; carves: 'carve'; valves: 'valve'; looies: 'looey'; thieves: 'thief'
  grooves: 'groove'; pickaxes: 'pickaxe'; passersby: 'passerby'
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
