type Locked<Item> = { readonly at: number; readonly widget: Item }

/** `items` with each locked one at its index, or last where there are fewer. */
export const withLocked = <Item>(items: readonly Item[], locked: readonly Locked<Item>[]): readonly Item[] =>
  locked.reduce<readonly Item[]>((all, { at, widget }) => all.toSpliced(at, 0, widget), items)
