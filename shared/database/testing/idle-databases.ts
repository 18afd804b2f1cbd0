/** Emptied databases that no test of the file uses at the moment, by the folder of their migrations. */
export type IdleDatabases<Opened> = {
  /** One that an earlier test of the file has put back; `undefined` when there is none. */
  take(key: string): Opened | undefined
  /** Keeps an emptied database for the next test of the file, or ends it when the file is over. */
  put(key: string, opened: Opened): Promise<void>
}

/** Creates the list of a file of tests. `end` ends what is in it at the end of the file. */
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
