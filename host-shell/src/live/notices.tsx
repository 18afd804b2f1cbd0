import './notices.css'
import { OverrideBanner } from './override-banner.tsx'
import { ReleaseNotice } from './release-notice.tsx'

/** What the platform itself has to say, in a corner where it moves nothing. */
export const Notices = () => (
  <div className="shell-notices">
    <OverrideBanner />
    <ReleaseNotice />
  </div>
)
