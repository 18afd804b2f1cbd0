type Locked<Item> = { readonly at: number; readonly widget: Item }

/** Keeps each locked item at its index, or last in shorter lists (P-KIT-5). */
export const withLocked = <Item>(items: readonly Item[], locked: readonly Locked<Item>[]): readonly Item[] =>
  locked.reduce<readonly Item[]>((all, { at, widget }) => all.toSpliced(at, 0, widget), items)
