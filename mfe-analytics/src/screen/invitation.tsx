import { EmptyState } from '@atalaia/ui'
import { coverageText } from '../parts/coverage.ts'
import type { Leaks } from '../state/dashboard-state.ts'

/** For those who monitor nothing yet: what is covered, right above the form. */
export const Invitation = ({ coverage }: { coverage: Leaks['cobertura'] }) => (
  <EmptyState title="Comece pelo primeiro endereço da sua empresa" icon="mail">
    {`Ele será procurado em tudo o que já foi importado (${coverageText(coverage)}) e de novo a cada nova fonte.`}
  </EmptyState>
)
