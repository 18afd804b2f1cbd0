import { readReason, type OrderProblem, type Reason } from '@atalaia/artifact/rows'
import { reasonText } from './texts.ts'

const REFUSAL_TEXT: Readonly<Record<string, string>> = {
  approval: 'outra pessoa precisa aprovar promoções neste canal',
  budget: 'passa do tamanho combinado',
  build: 'o build não pode ser lido',
  'contract-range': 'o contrato não é o do shell no ar',
  'embed-removed': 'portais ainda usam o que ela tira',
  'embed-surface': 'portais contam com nomes que ela tira',
  'embed-version': 'a versão não combina com o que muda para os portais',
  file: 'um arquivo não confere',
  frozen: 'promoções estão congeladas',
  held: 'o canário está retido',
  'module-removed': 'outros ainda usam um módulo que ela tira',
  'not-granted': 'falta uma permissão do operador',
  'route-collision': 'a rota já tem dono',
  'route-owned': 'a rota está em endereços reservados a outro remoto',
  'shared-export': 'usa algo que o módulo compartilhado não tem',
  'shared-missing': 'o shell no ar não oferece um módulo compartilhado',
  'shared-undeclared': 'traz ou usa um módulo compartilhado sem dizer',
  'verdict-failed': 'a versão falhou no navegador',
  'shared-second': 'a página teria um módulo compartilhado duas vezes',
}

/** Gateway messages about a missing or uncounted browser verdict, with their meaning. */
const NOT_VERIFIED: readonly (readonly [RegExp, string])[] = [
  [/^its verdict is about other content/, 'o veredito que há é de outro conteúdo'],
  [/^its verdict is (\d+) days old.*/, 'o veredito que há é de $1 dias atrás'],
  [/^it was verified in shell (\S+), .*/, 'foi verificada no shell $1, e outro está no ar'],
]
const notVerifiedText = (message: string): string => {
  const [because, text] = NOT_VERIFIED.find(([pattern]) => pattern.test(message)) ?? []
  const why = because && text ? `: ${because.exec(message)?.[0].replace(because, text)}` : ''
  return `Falta um navegador verificar a versão${why}. O comando é npx atalaia verify, no repositório dela.`
}

/** Precedes a hold's own reason. */
const HOLD = /^the canary is held at its share: /

/** Portuguese by code, with the gate's own words, which name the place. */
export const refusalText = ({ code, message }: Reason): string => {
  const known = REFUSAL_TEXT[code]
  if (code === 'not-verified') return notVerifiedText(message)
  const said = message.replace(HOLD, '')
  const isGateways = readReason(said) !== undefined
  if (code === 'frozen' && isGateways) return reasonText(said)
  if (known !== undefined && code === 'approval') return `${known}: o pedido espera por ela.`
  return known === undefined ? reasonText(said) : `${known} (${reasonText(said)})`
}

/** M-CONSOLE-4 */
const PROBLEM_TEXT: Readonly<Record<OrderProblem, string>> = {
  'already-live': 'Esta versão já é a que todos recebem.',
  'approval-late': 'O prazo para aprovar acabou: o pedido precisa ser feito de novo.',
  'approval-needed':
    'Neste canal outra pessoa precisa aprovar: promova a versão de novo, em vez de retomar o que está retido.',
  'audience-unknown':
    'Este gateway não sabe reconhecer esse público: quem o opera precisa ligar a região ou o cabeçalho.',
  'never-published': 'Este remoto nunca foi publicado. Confira o nome.',
  'no-plan': 'Este pedido não existe mais.',
  'no-rollout': 'Não há distribuição em passos neste canal: ela acabou antes deste pedido.',
  'not-paused': 'A distribuição não está pausada: alguém já a retomou.',
  'not-published': 'Esta versão não está publicada, ou já foi removida.',
  'nothing-before': 'Não há promoção para desfazer.',
  'nothing-promoted': 'Nada foi promovido neste canal.',
  outdated: 'Outra mudança veio antes desta. Veja como está agora e decida de novo.',
  'own-request': 'Quem pediu não aprova: outra pessoa, com a chave dela, precisa aprovar.',
  'paused-already': 'A distribuição já está pausada.',
  'plan-ended': 'Este pedido já terminou.',
  'prefix-live': 'Outro remoto no ar tem rotas nesses endereços.',
  'prefix-reserved': 'Esses endereços estão reservados a outro remoto.',
  'pruned-before': 'A versão de antes já foi removida: promova outra.',
  'time-passed': 'A hora marcada já passou.',
  'time-too-far': 'A hora marcada fica a mais de um ano.',
  'too-many-freezes': 'Já há congelamentos demais: encerre um antes.',
  'too-many-plans': 'Já há 50 promoções esperando: cancele uma antes.',
}
export const problemText = (problem: OrderProblem): string => PROBLEM_TEXT[problem]
