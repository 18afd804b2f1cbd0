import { useRemoteContext } from '@atalaia/react'

export const title = 'O contexto do remoto'

export const Example = () => {
  const { remote, http, logger } = useRemoteContext()
  return (
    <dl className="kit-facts">
      <div>
        <dt>Remoto</dt>
        <dd>
          {remote.name} {remote.version}
        </dd>
      </div>
      <div>
        <dt>API</dt>
        <dd>{http ? 'com cliente HTTP' : 'sem: remote.json não a pede'}</dd>
      </div>
      <div>
        <dt>Registro</dt>
        <dd>{Object.keys(logger).join(', ')}</dd>
      </div>
    </dl>
  )
}
