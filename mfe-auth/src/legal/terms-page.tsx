import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { LegalPage } from './legal-page.tsx'

/** The terms of use: the operator's own, or the standard ones (P-LEGAL-1). */
export const Component = () => {
  const { config } = useRemoteContext()
  return (
    <LegalPage title="Termos de uso" elsewhere={config.legal?.terms}>
      <h2>O serviço</h2>
      <p>
        O {config.brand} procura, em vazamentos conhecidos, os endereços de e-mail que a sua organização monitora, e
        avisa o que encontrou. Só conhecemos o que as fontes consultadas têm: não encontrar um endereço não quer dizer
        que ele nunca vazou.
      </p>
      <h2>A sua conta</h2>
      <p>A conta é pessoal. Guarde a senha só para você e avise se alguém a usar.</p>
      <h2>O que você pode monitorar</h2>
      <p>
        Somente endereços e domínios da sua organização, ou de pessoas que a autorizaram. O resultado serve para
        proteger essas pessoas, e não para entrar em contas de ninguém.
      </p>
      <h2>Dados pessoais</h2>
      <p>
        A <Link to="/privacidade">política de privacidade</Link> diz o que guardamos. Dos endereços monitorados a sua
        organização é a controladora, e nós, operadores.
      </p>
      <h2>Suspensão e fim</h2>
      <p>
        Podemos suspender uma organização que descumpra estes termos; os dados continuam acessíveis para você os levar.
        Você pode excluir a conta ou a organização quando quiser.
      </p>
      <h2>Mudanças</h2>
      <p>Mudanças que afetem os seus direitos são avisadas por e-mail antes de valer.</p>
    </LegalPage>
  )
}
