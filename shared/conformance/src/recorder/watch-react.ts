export type Commit = { readonly renderer: string; readonly inside: boolean }

declare global {
  interface Window {
    atalaiaCommits: Map<string, Commit>
  }
}

/** Runs in the page before its scripts. */
export const watchReact = () => {
  const commits = new Map<string, Commit>()
  const versions: string[] = []
  window.atalaiaCommits = commits
  const isInside = (container: unknown) => {
    const root = container instanceof Node ? container.getRootNode() : undefined
    return root instanceof ShadowRoot && root.host.localName === 'atalaia-analytics'
  }
  Object.defineProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    configurable: true,
    value: {
      supportsFiber: true,
      isDisabled: false,
      renderers: new Map(),
      inject: ({ version = 'unknown' }: { version?: string }) => versions.push(version),
      onCommitFiberRoot: (id: number, root: { containerInfo?: unknown }) => {
        const inside = isInside(root.containerInfo)
        // By number as well: two of the same version are two.
        const renderer = `React ${versions[id - 1]} (${id})`
        commits.set(`${renderer} ${inside}`, { renderer, inside })
      },
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      checkDCE: () => undefined,
    },
  })
}
