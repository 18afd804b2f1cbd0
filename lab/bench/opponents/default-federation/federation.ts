import { getInstance, loadRemote } from '@module-federation/enhanced/runtime'

type Request = { readonly descriptor: { readonly artifact: { readonly container: string } } }

export const pageLoader = () => ({
  // The remotes are those of the build's own configuration.
  load: ({ descriptor }: Request) => loadRemote(`${descriptor.artifact.container}/remote`),
  provided: () =>
    Object.fromEntries(
      Object.entries(getInstance()?.shareScopeMap['default'] ?? {}).map(([name, of]) => [name, Object.keys(of)]),
    ),
})
