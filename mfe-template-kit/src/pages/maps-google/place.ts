export const place = { name: 'Praça da Sé, São Paulo', latitude: -23.5503, longitude: -46.6339 } as const
