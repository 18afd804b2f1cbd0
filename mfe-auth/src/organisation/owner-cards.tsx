import { RetentionCard } from './retention-card.tsx'
import { SupportCard } from './support-card.tsx'

/** The cards of owners alone: support access and retention times. */
export const OwnerCards = () => (
  <>
    <SupportCard />
    <RetentionCard />
  </>
)
