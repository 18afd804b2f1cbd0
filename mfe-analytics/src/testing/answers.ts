import { monthsBefore, saoPauloDay, type Analysis, type MonitoredEmail, type Summary } from '@atalaia/contracts'
import type { Answers } from './open-screen.tsx'

export const summary: Summary = {
  total_vazamentos: { numero_vazamentos: 1284, numero_senhas_vazadas: 312 },
  top_3_vazamentos_email: [
    { quantidade: 41, usuario: 'ana@empresa.com.br' },
    { quantidade: 17, usuario: 'bia@empresa.com.br' },
    { quantidade: 9, usuario: 'caio@empresa.com.br' },
  ],
  top_3_vazamentos_senha: [
    { quantidade: 12, usuario: 'davi@empresa.com.br' },
    { quantidade: 5, usuario: 'eva@empresa.com.br' },
  ],
  ultimos_3_relatorios: [
    { data: '2024-11-21', nome: 'maria.souza@empresa.com.br.pdf', url: 'https://api.example/r/1?sig=a' },
  ],
  cobertura: { fontes: 12, atualizado_em: '2025-11-20T12:00:00Z' },
}

export const emptySummary: Summary = {
  total_vazamentos: { numero_vazamentos: 0, numero_senhas_vazadas: 0 },
  top_3_vazamentos_email: [],
  top_3_vazamentos_senha: [],
  ultimos_3_relatorios: [],
  cobertura: { fontes: 12, atualizado_em: '2025-11-20T12:00:00Z' },
}

/** Both in the last three months, the later first. */
export const analyses: Analysis[] = [
  { data_analise: saoPauloDay(), total_senhas: 312, total_vazamentos: 1284 },
  { data_analise: monthsBefore(saoPauloDay(), 1), total_senhas: 300, total_vazamentos: 1200 },
]

export const emails = (count: number): MonitoredEmail[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    email: `pessoa${String(at).padStart(4, '0')}@empresa.com.br`,
    numero_vazamentos: at,
    numero_senhas: count - at,
  }))

export const answers = (): Answers => ({
  '/dashboard/resumo': { kind: 'body', body: summary },
  '/clientes/me/analises': { kind: 'body', body: analyses },
  '/emails?tamanho=100': { kind: 'body', body: emails(3) },
  'POST /emails': { kind: 'body', body: '' },
})
