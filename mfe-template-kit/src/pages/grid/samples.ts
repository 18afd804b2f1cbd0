export const figures = [
  { value: 1284, note: '12 a mais que ontem' },
  { value: 1301, note: '17 a mais que na última leitura' },
  { value: 1297, note: '4 a menos que na última leitura' },
] as const

export const shares = [
  [
    { code: 'ALFA3', price: 28.4, change: 1.2 },
    { code: 'BETA4', price: 61.05, change: -0.8 },
    { code: 'GAMA11', price: 9.72, change: 0.3 },
  ],
  [
    { code: 'ALFA3', price: 28.91, change: 1.8 },
    { code: 'BETA4', price: 60.7, change: -0.6 },
    { code: 'GAMA11', price: 9.66, change: -0.6 },
  ],
] as const

export const loads = [
  [42, 67, 23],
  [48, 61, 30],
  [39, 72, 27],
] as const

export const headlines = [
  ['Porto abre novo cais para barcos pequenos', 'Biblioteca recebe dois mil livros', 'Feira de domingo muda de praça'],
  ['Ciclovia chega à beira do rio', 'Coral procura vozes graves', 'Mirante reabre depois da reforma'],
] as const
