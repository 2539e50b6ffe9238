/** A verb of the command. */

export interface Verb {
  readonly usage: string
  /** Runs with the arguments after the verb; paths start at the folder `cwd`. */
  readonly run: (args: readonly string[], cwd: string) => Promise<Answer>
}

/** The output of a verb, and whether it found something to fix. */
export interface Answer {
  readonly text: string
  readonly hasFindings: boolean
}
