export type IdleDatabases<Opened> = {
  /** Takes a database that an earlier test returned. */
  take(key: string): Opened | undefined
  /** Keeps an emptied database, or ends it after the last test. */
  put(key: string, opened: Opened): Promise<void>
}

/** `end` runs for each database after the last test of the file. */
export const createIdleDatabases = <Opened>(end: (opened: Opened) => Promise<void>): IdleDatabases<Opened> => {
  const idle = new Map<string, Opened[]>()
  // Jest calls the `afterAll` of the test's own file after this one.
  let isOver = false
  afterAll(async () => {
    isOver = true
    await Promise.all([...idle.values()].flat().map(end))
    idle.clear()
  })
  return {
    take: (key) => idle.get(key)?.pop(),
    put: async (key, opened) => {
      if (isOver) return end(opened)
      idle.set(key, [...(idle.get(key) ?? []), opened])
    },
  }
}
