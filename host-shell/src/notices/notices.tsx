import './notices.css'
import { OfferedSession } from './offered-session.tsx'
import { OverrideBanner } from './overrides.tsx'
import { ProofNotice } from '../proof/proof-notice.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { Toasts } from './toasts.tsx'

export const Notices = () => (
  <>
    <Toasts />
    <OfferedSession />
    <ProofNotice />
    <div className="shell-notices">
      <OverrideBanner />
      <ReleaseNotice />
    </div>
  </>
)
