/** English words that `pluralize` inflects wrongly; types read these lists too. */

/** Pronouns have no number here: `resource('me')` is no `us`. */
export const PRONOUNS = [
  'i', 'me', 'my', 'mine', 'we', 'us', 'our', 'ours', 'your', 'yours', 'he', 'him', 'his', 'she', 'her',
  'hers', 'it', 'its', 'they', 'them', 'their', 'theirs', 'myself', 'ourselves', 'yourself', 'yourselves',
  'himself', 'herself', 'itself', 'themself', 'themselves', 'this', 'that', 'these', 'those', 'who',
  'whose', 'which', 'what'
] as const

/** Plurals that lose only their `s`. */
export const PLURALS_IN_S = [
  // `ache`, and not `ach`
  'aches', 'avalanches', 'backaches', 'brioches', 'caches', 'cliches', 'creches', 'douches', 'earaches',
  'geocaches', 'headaches', 'heartaches', 'microfiches', 'moustaches', 'mustaches', 'niches', 'pastiches',
  'psyches', 'quiches', 'stomachaches', 'toothaches', 'tranches',
  // `cookie`, and not `cooky`
  'beanies', 'birdies', 'bookies', 'boogies', 'brasseries', 'brownies', 'budgies', 'calories',
  'charcuteries', 'cookies', 'coolies', 'coteries', 'dogies', 'freebies', 'hoagies', 'hippies', 'hoodies',
  'hotties', 'indies', 'junkies', 'kilocalories', 'laddies', 'lingeries', 'magpies', 'meanies',
  'menageries', 'newbies', 'nighties', 'oldies', 'patisseries', 'pinkies', 'pixies', 'potpies', 'prairies',
  'quickies', 'reveries', 'roadies', 'rookies', 'rotisseries', 'selfies', 'smoothies', 'softies', 'sorties',
  'sweeties', 'techies', 'townies', 'veggies', 'wheelies', 'yuppies',
  // `fuse`, and not `fus`
  'disuses', 'excuses', 'fuses', 'hypotenuses', 'misuses', 'muses', 'overuses', 'recluses', 'refuses',
  'reuses', 'ruses',
  // `mousse`, and not `mouss`
  'bouillabaisses', 'crevasses', 'demitasses', 'finesses', 'impasses', 'mousses', 'posses', 'wrasses',
  // `weave`, and not `weaf`
  'bivalves', 'delves', 'heaves', 'salves', 'upheaves', 'weaves',
  // `saga`, `uri`, `sku`, and not the same as the plural
  'bodegas', 'omegas', 'sagas', 'togas', 'yogas', 'daiquiris', 'safaris', 'uris', 'cpus', 'gpus', 'gurus',
  'haikus', 'skus'
] as const

/** Other plurals, each with its singular. */
export const IRREGULAR_SINGULARS = {
  axes: 'axis',
  biases: 'bias',
  blitzes: 'blitz',
  canvases: 'canvas',
  catharses: 'catharsis',
  dominoes: 'domino',
  lenses: 'lens',
  mantises: 'mantis',
  metamorphoses: 'metamorphosis',
  metropolises: 'metropolis',
  mosquitoes: 'mosquito',
  nemeses: 'nemesis',
  neuroses: 'neurosis',
  oases: 'oasis',
  paralyses: 'paralysis',
  pelves: 'pelvis',
  periphrases: 'periphrasis',
  psychoses: 'psychosis',
  quartzes: 'quartz',
  symbioses: 'symbiosis',
  topazes: 'topaz',
  trellises: 'trellis',
  verdigrises: 'verdigris',
  vetoes: 'veto',
  waltzes: 'waltz',
  amens: 'amen',
  dolmens: 'dolmen',
  omens: 'omen',
  regimens: 'regimen',
  specimens: 'specimen',
  germans: 'german',
  romans: 'roman',
  shamans: 'shaman',
  talismans: 'talisman'
} as const
