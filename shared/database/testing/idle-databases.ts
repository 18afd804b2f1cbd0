/** Appends to the list of a key. */
export const add = <Item>(to: Map<string, Item[]>, key: string, item: Item): void =>
  void to.set(key, [...(to.get(key) ?? []), item])

/** Emptied databases that no test of the file uses at the moment, by the folder of their migrations. */
export type IdleDatabases<Opened> = {
  /** One that an earlier test of the file has put back; `undefined` when there is none. */
  take(key: string): Opened | undefined
  /** Keeps an emptied database for the next test of the file, or leaves it when the file is over. */
  put(key: string, opened: Opened): Promise<void>
}

/** Creates the list of a file of tests. At the end of the file `leave` gets what is in it. */
export const createIdleDatabases = <Opened>(
  leave: (key: string, opened: Opened) => Promise<void>,
): IdleDatabases<Opened> => {
  const idle = new Map<string, Opened[]>()
  // Jest calls the `afterAll` of the test's own file after this one.
  let isOver = false
  afterAll(async () => {
    isOver = true
    await Promise.all([...idle].flatMap(([key, all]) => all.map((each) => leave(key, each))))
    idle.clear()
  })
  return {
    take: (key) => idle.get(key)?.pop(),
    put: async (key, opened) => {
      if (isOver) return leave(key, opened)
      add(idle, key, opened)
    },
  }
}
