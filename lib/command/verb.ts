/** What a verb of the command is. */

export interface Verb {
  readonly usage: string
  /** Answers to the arguments after the verb; paths are from the folder `cwd`. */
  readonly run: (args: readonly string[], cwd: string) => Promise<Answer>
}

/** What a verb prints, and whether that is something to mend. */
export interface Answer {
  readonly text: string
  readonly hasFindings: boolean
}
