type Region = { readonly name: string; readonly countries: readonly (readonly [string, number])[] }
type Continent = { readonly name: string; readonly regions: readonly Region[] }

export const population: readonly Continent[] = [
  {
    name: 'América',
    regions: [
      {
        name: 'América do Sul',
        countries: [
          ['Brasil', 212],
          ['Colômbia', 53],
          ['Argentina', 46],
          ['Peru', 34],
        ],
      },
      {
        name: 'América do Norte',
        countries: [
          ['Estados Unidos', 345],
          ['México', 131],
          ['Canadá', 40],
        ],
      },
    ],
  },
  {
    name: 'África',
    regions: [
      {
        name: 'África Ocidental',
        countries: [
          ['Nigéria', 233],
          ['Gana', 34],
        ],
      },
      {
        name: 'África Oriental',
        countries: [
          ['Etiópia', 132],
          ['Tanzânia', 69],
          ['Moçambique', 35],
        ],
      },
      {
        name: 'África do Norte',
        countries: [
          ['Egito', 117],
          ['Argélia', 47],
        ],
      },
    ],
  },
  {
    name: 'Ásia',
    regions: [
      {
        name: 'Ásia Oriental',
        countries: [
          ['China', 1419],
          ['Japão', 124],
          ['Coreia do Sul', 52],
        ],
      },
      {
        name: 'Ásia do Sul',
        countries: [
          ['Índia', 1451],
          ['Paquistão', 251],
          ['Bangladesh', 174],
        ],
      },
      {
        name: 'Sudeste Asiático',
        countries: [
          ['Indonésia', 283],
          ['Filipinas', 116],
          ['Vietnã', 101],
        ],
      },
    ],
  },
  {
    name: 'Europa',
    regions: [
      {
        name: 'Europa Ocidental',
        countries: [
          ['Alemanha', 84],
          ['França', 67],
        ],
      },
      {
        name: 'Europa do Sul',
        countries: [
          ['Itália', 59],
          ['Espanha', 48],
          ['Portugal', 10],
        ],
      },
    ],
  },
]
