import type { Analysis, MonitoredEmail, Summary } from '@atalaia/contracts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The answers of an API with `leaks` leaks, by the last parts of the path. */
export const answersWith = (leaks: number): Readonly<Record<string, unknown>> => {
  const summary: Summary = {
    total_vazamentos: { numero_vazamentos: leaks, numero_senhas_vazadas: 7 },
    top_3_vazamentos_email: [{ quantidade: leaks, usuario: 'ana@portal.example' }],
    top_3_vazamentos_senha: [{ quantidade: 7, usuario: 'ana@portal.example' }],
    ultimos_3_relatorios: [{ data: daysAgo(1), nome: 'ana@portal.example', url: 'https://portal.example/report' }],
    cobertura: { fontes: 3, atualizado_em: `${daysAgo(1)}T12:00:00Z` },
  }
  const analyses: readonly Analysis[] = [60, 30, 1].map((days) => ({
    data_analise: daysAgo(days),
    total_senhas: 7,
    total_vazamentos: leaks,
  }))
  const emails: readonly MonitoredEmail[] = [
    { id: '1', email: 'ana@portal.example', numero_vazamentos: leaks, numero_senhas: 7 },
  ]
  return { '/dashboard/resumo': summary, '/clientes/me/analises': analyses, '/emails': emails }
}
