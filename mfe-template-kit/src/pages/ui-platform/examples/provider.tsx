import { RemoteProvider, useRemoteContext } from '@atalaia/react'

export const title = 'Outro contexto para uma parte'

const Version = () => <strong>{useRemoteContext().remote.version}</strong>

/** As a test does, or a preview of another version: all hooks below take the given context. */
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
