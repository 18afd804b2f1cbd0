import { TIME_ZONE } from '@atalaia/contracts'
import type { SupportAccess } from '@atalaia/contracts/operator'

const time = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })

export const minuteOf = (instant: string): string => time.format(new Date(instant))

export const supportState = ({ situacao, ate }: SupportAccess): string => {
  switch (situacao) {
    case 'pedido':
      return `espera resposta até ${minuteOf(ate)}`
    case 'ativo':
      return `ativo até ${minuteOf(ate)}`
    case 'negado':
      return 'negado'
    case 'encerrado':
      return `encerrado em ${minuteOf(ate)}`
    case 'vencido':
      return `terminou em ${minuteOf(ate)}`
  }
}
