import { useRemoteContext } from '@atalaia/react'
import { LegalPage } from './legal-page.tsx'
import { Officer } from './officer.tsx'

/** P-LEGAL-3 */
export const Component = () => {
  const { config } = useRemoteContext()
  const address = config.legal?.contact
  return (
    <LegalPage title="Fale com a gente">
      <p>
        Dúvidas, propostas e problemas:{' '}
        {address ? <a href={`mailto:${address}`}>{address}</a> : 'escreva a quem administra esta instalação'}.
      </p>
      <p>
        Dados pessoais e os direitos que a LGPD dá: o encarregado pelo tratamento de dados é <Officer />.
      </p>
    </LegalPage>
  )
}
