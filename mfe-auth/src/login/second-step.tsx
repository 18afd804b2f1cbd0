import type { HttpFailure } from '@atalaia/contracts'
import { SECOND_FACTOR_PROBLEMS, secondStepSchema, type SecondStep as Step } from '@atalaia/contracts/second-factor'
import { Skeleton } from '@atalaia/ui'
import { lazy, Suspense } from 'react'
import { problemType } from '../api-request.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import type { SecondStepProps } from './second-step-form.tsx'

const Form = lazy(async () => {
  const { SecondStepForm } = await import(/* webpackChunkName: "second-step" */ './second-step-form.tsx')
  return { default: SecondStepForm }
})

/** P-FACTOR-1 */
export const stepIn = (failure: HttpFailure): Step | undefined => {
  if (failure.kind !== 'status' || problemType(failure.body) !== SECOND_FACTOR_PROBLEMS.required) return undefined
  const step = secondStepSchema.safeParse(failure.body)
  return step.success ? step.data : undefined
}

/** Replaces the login (P-FACTOR-2, P-FACTOR-8); its form loads on demand. */
export const SecondStep = (props: SecondStepProps) => (
  <AuthFrame title="Verificação em duas etapas" lead="Falta um passo para entrar.">
    <Suspense fallback={<Skeleton height={120} lines={2} />}>
      <Form {...props} />
    </Suspense>
  </AuthFrame>
)
