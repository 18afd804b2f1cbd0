/** In degrees; both ends belong to the band (P-KIT-24). */
export const heatBands = [
  { name: 'Baixa', from: -30, to: 5 },
  { name: 'Média', from: 6, to: 20 },
  { name: 'Alta', from: 21, to: 45 },
  { name: 'Extrema', from: 46, to: 55 },
] as const

export const bandOf = (value: number): string =>
  heatBands.find(({ from, to }) => value >= from && value <= to)?.name ?? 'fora das faixas'
