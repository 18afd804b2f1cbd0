/** An answer without the ids in it, however deep: they differ between two databases with the same rows. */
export const withoutIds = (answer: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'id' ? undefined : value)))
