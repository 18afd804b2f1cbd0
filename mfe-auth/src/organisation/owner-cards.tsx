import { KeysCard } from './keys-card.tsx'
import { RetentionCard } from './retention-card.tsx'
import { SupportCard } from './support-card.tsx'

/** The cards of owners alone: support access, API keys and retention times. */
export const OwnerCards = () => (
  <>
    <SupportCard />
    <KeysCard />
    <RetentionCard />
  </>
)
