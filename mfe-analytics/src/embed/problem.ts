/** Why the element cannot show what it should; part of its public contract. */
export const problemCodes = [
  'missing-token',
  'invalid-token',
  'session-expired',
  'api-unreachable',
  'forbidden',
  'api-error',
  'internal',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** What a person reads in the element's place. */
type Words = { readonly title: string; readonly text: string; readonly retry: boolean }

const words: Readonly<Record<ProblemCode, Words>> = {
  'missing-token': {
    title: 'Falta o acesso ao painel',
    text: 'Esta página ainda não informou a sua identificação. Recarregue-a ou entre de novo no portal.',
    retry: true,
  },
  'invalid-token': {
    title: 'O acesso não foi aceito',
    text: 'A identificação informada por esta página não vale para este painel. Avise o responsável pelo portal.',
    retry: true,
  },
  'session-expired': {
    title: 'O seu acesso expirou',
    text: 'Entre de novo no portal para continuar.',
    retry: true,
  },
  'api-unreachable': {
    title: 'Não foi possível falar com o servidor',
    text: 'Verifique a sua conexão e tente de novo. Se continuar, avise o responsável pelo portal.',
    retry: true,
  },
  forbidden: {
    title: 'Sem permissão',
    text: 'O seu acesso não permite ver estes dados. Avise o responsável pelo portal.',
    retry: true,
  },
  'api-error': {
    title: 'O servidor não respondeu como devia',
    text: 'Tente de novo em alguns instantes.',
    retry: true,
  },
  internal: {
    title: 'Algo deu errado neste painel',
    text: 'O resto da página continua funcionando.',
    retry: true,
  },
}

export const wordsOf = (code: ProblemCode): Words => words[code]

/** Something went wrong: `message` is for the portal's developers, in English. */
export type Problem = { readonly code: ProblemCode; readonly message: string }
