import { DELETION_GRACE_DAYS } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { LegalPage } from './legal-page.tsx'
import { Officer } from './officer.tsx'

/** The privacy notice: the operator's own, or what docs/privacy.md lists, in Portuguese (P-LEGAL-2). */
export const Component = () => {
  const { config } = useRemoteContext()
  return (
    <LegalPage title="Política de privacidade" elsewhere={config.legal?.privacy}>
      <p>
        Esta página diz o que o {config.brand} guarda sobre as pessoas que têm conta, para quê, por quanto tempo, e como
        você exerce os direitos que a LGPD (Lei nº 13.709/2018) dá.
      </p>
      <h2>O que guardamos sobre você</h2>
      <ul>
        <li>e-mail, nome se você o informar, e um resumo da senha, que não permite lê-la;</li>
        <li>sessões: aparelho em poucas palavras, bloco da rede, início e último uso;</li>
        <li>formas de entrada: verificação em duas etapas, chaves de acesso e provedores que você ligar;</li>
        <li>organizações em que você está, o seu papel, convites e avisos;</li>
        <li>o registro de auditoria do que foi feito na organização.</li>
      </ul>
      <h2>Para quê</h2>
      <p>
        Para prestar o serviço que você contratou (art. 7º, V), para manter contas e dados seguros (art. 7º, IX) e para
        cumprir obrigações legais (art. 7º, II). Não vendemos dados, não fazemos publicidade e não usamos rastreadores.
      </p>
      <h2>Endereços monitorados</h2>
      <p>
        Os endereços que uma organização monitora, e o que vazou deles, são tratados por conta dela, que é a
        controladora. Para esses dados, fale com a organização. Nenhuma senha que vazou é mostrada.
      </p>
      <h2>Com quem compartilhamos</h2>
      <p>
        Só com quem o serviço precisa para funcionar: quem entrega os e-mails, e, se você os ligar, o provedor de
        entrada e o serviço de notificações do seu navegador.
      </p>
      <h2>Por quanto tempo</h2>
      <p>
        Enquanto a conta existir. Depois do seu pedido de exclusão, {DELETION_GRACE_DAYS} dias, em que você pode voltar
        atrás. Nomes e redes no registro de auditoria saem com a conta, ou depois de dois anos.
      </p>
      <h2>Cookies e armazenamento</h2>
      <p>Um cookie de sessão, e no navegador a sessão e o tema escolhido. Nada disso serve para publicidade.</p>
      <h2>Seus direitos</h2>
      <p>
        Em Conta, Dados, você baixa tudo o que guardamos sobre você e pede a exclusão da conta; em Perfil, corrige nome
        e e-mail. Para os demais direitos do art. 18, fale com o encarregado: <Officer />.
      </p>
    </LegalPage>
  )
}
