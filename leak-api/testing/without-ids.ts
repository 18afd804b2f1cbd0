export const withoutIds = (answer: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'id' ? undefined : value)))
