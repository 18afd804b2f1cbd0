export const withoutIds = (answer: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (['id', 'revisao'].includes(key) ? undefined : value)))
