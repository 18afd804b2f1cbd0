import { PRODUCT_ROUTES, TIME_ZONE } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'
import type { ProofFault } from './domain-proof.ts'
import { lossAt, type DomainState, type ProofNotice } from './domain-state.ts'

export type ProofMail = {
  readonly to: string
  /** '': unnamed. */
  readonly organisation: string
  readonly notice: ProofNotice
  readonly watched: Pick<DomainState, 'provedBy' | 'fault' | 'failingSince'> & { readonly domain: string }
  readonly origin: string
  readonly at: Date
}

const MAX_SHOWN = 120

const days = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const times = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' })
/** `23/11/2026 às 09:41`, São Paulo's. */
const momentText = (at: Date) => `${days.format(at)} às ${times.format(at)}`

const REASONS: Readonly<Record<ProofFault, string>> = {
  absent: 'não há o registro TXT nem o arquivo no site',
  different: 'o texto publicado não é o deste domínio e desta organização',
  unreachable: 'nem os servidores de nomes nem o site respondem',
}
const MAIL_ENDED = 'a confirmação por e-mail vale por um ano, que terminou, e não há registro TXT nem arquivo no site'

/** Names no address of the domain (M-DOMAIN-7). */
export const proofMail = ({ to, organisation, notice, watched, origin, at }: ProofMail): NewMail => {
  const { domain, provedBy, failingSince, fault } = watched
  const [since, why] = [failingSince ?? at, fault ?? 'absent']
  const shown = domain.length > MAX_SHOWN ? `${domain.slice(0, MAX_SHOWN)}…` : domain
  const end = lossAt(since, why)
  const reason = provedBy === 'mail' ? MAIL_ENDED : REASONS[why]
  const lead = `A verificação do domínio ${domain}, ${organisation === '' ? 'da sua organização' : `da organização ${organisation}`}`
  const missing = [
    `${lead}, falta desde ${momentText(since)}, horário de Brasília: ${reason}.`,
    `Se ela não voltar, estará perdida a partir de ${momentText(end)}: os endereços que vieram com o domínio somem do painel, e ninguém é avisado dos vazamentos novos deles.`,
    ...(why === 'unreachable'
      ? [
          `Se os servidores responderem sem o registro ou o arquivo, isso vale já a partir de ${momentText(lossAt(since, 'absent'))}.`,
        ]
      : []),
  ]
  const lost = [
    `${lead}, faltava desde ${momentText(since)}, horário de Brasília, e foi perdida: ${reason}.`,
    'Os endereços que vieram com o domínio não aparecem mais no painel, e ninguém é avisado dos vazamentos novos deles. Eles voltam quando o domínio for verificado novamente.',
  ]
  return {
    to,
    kind: `proof-${notice}`,
    subject:
      notice === 'missing'
        ? `Falta a verificação do domínio ${shown}`
        : `A verificação do domínio ${shown} foi perdida`,
    body: [
      ...(notice === 'missing' ? missing : lost),
      'O que fazer:',
      {
        items: [
          'Publique novamente o registro TXT, ou o arquivo no site: a página Domínios tem o texto de cada um para copiar. Um código mandado a uma caixa do domínio também vale.',
          'Depois use ali “Verificar agora”.',
          'Se o domínio não é mais da organização, remova-o na mesma página.',
        ],
      },
      { label: 'Abrir Domínios', link: `${origin}${PRODUCT_ROUTES.analytics}/dominios` },
      'Você recebe esta mensagem porque administra a organização. Ela vem uma vez só.',
    ],
    at,
    ...(notice === 'missing' && { until: end }),
  }
}
