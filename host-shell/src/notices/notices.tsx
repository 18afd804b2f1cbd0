import './notices.css'
import { OverrideBanner } from './overrides.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { Toasts } from './toasts.tsx'

/** All messages that lie over the page: toasts of remotes, and in another corner the platform's own notices. */
export const Notices = () => (
  <>
    <Toasts />
    <div className="shell-notices">
      <OverrideBanner />
      <ReleaseNotice />
    </div>
  </>
)
