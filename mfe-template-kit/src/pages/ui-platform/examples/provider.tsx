import { RemoteProvider, useRemoteContext } from '@atalaia/react'

export const title = 'Outro contexto para uma parte'

const Version = () => <strong>{useRemoteContext().remote.version}</strong>

/** All hooks below take the given context, like in a test or preview. */
export const Example = () => {
  const context = useRemoteContext()
  return (
    <p>
      Esta página vê <Version />, e a parte vê{' '}
      <RemoteProvider context={{ ...context, remote: { ...context.remote, version: '2.0.0-rc.1' } }}>
        <Version />
      </RemoteProvider>
      .
    </p>
  )
}
