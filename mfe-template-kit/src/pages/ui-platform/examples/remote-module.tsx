import type { RemoteModule } from '@atalaia/react'
import { useState } from 'react'

export const title = 'O módulo que um remoto expõe'

/** Complete `src/remote.tsx`: one object for each route of `remote.json`, with the same id. */
const remote: RemoteModule = {
  activate: ({ logger, signal }) => {
    logger.info('activated')
    signal.addEventListener('abort', () => logger.info('disposed'))
    return [{ id: 'reports', lazy: async () => ({ Component: () => <p>Relatórios</p> }) }]
  },
}

export const Example = () => {
  const [names] = useState(() => Object.keys(remote))
  return (
    <p>
      <code>./remote</code> expõe: {names.join(', ')}. O código abaixo é um <code>src/remote.tsx</code> inteiro.
    </p>
  )
}
