import { array, boolean, enum as oneOf, object, type infer as Infer } from 'zod/mini'

/** The first steps of a person in an organisation, in the order in which a page shows them (P-START-1). */
export const FIRST_STEPS = ['email', 'enderecos', 'avisos', 'nome', 'segundo-fator', 'colegas'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** GET /primeiros-passos: the steps that the person's role may take. `encerrados`: no page shows them any more. */
export const firstStepsSchema = object({
  encerrados: boolean(),
  passos: array(object({ passo: oneOf(FIRST_STEPS), feito: boolean() })),
})
export type FirstSteps = Infer<typeof firstStepsSchema>
