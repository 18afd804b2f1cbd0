/** Its class gives the size: prerendered HTML may carry no inline style. */
const Block = ({ size }: { size: string }) => <span className={`ui-skeleton__line ${size}`} aria-hidden="true" />

/** The title is no heading: the following page has the heading. */
const WaitingContent = ({ title }: { title: string }) => (
  <>
    <div className="ui-page-header">
      <div className="ui-breadcrumb">
        <span className="ui-breadcrumb__label">YOU ARE HERE</span>
      </div>
      <p className="ui-page-header__title">{title}</p>
    </div>
    <div className="shell-skeleton">
      <div className="shell-skeleton-cards">
        {['a', 'b', 'c', 'd'].map((card) => (
          <Block key={card} size="shell-skeleton-card" />
        ))}
      </div>
      <Block size="shell-skeleton-panel" />
    </div>
  </>
)

export const ContentSkeleton = ({ title }: { title: string }) => (
  <div aria-busy="true" aria-label="Carregando página" role="status">
    <WaitingContent title={title} />
  </div>
)

export const WaitingEntries = () =>
  ['a', 'b'].map((entry) => (
    <div key={entry} className="shell-nav-link">
      <Block size="shell-skeleton-entry" />
    </div>
  ))

/**
 * Frame before the shell's start, so that nothing moves. `startShell` finds it by `data-waiting`.
 * No landmark and no link, because nothing works yet.
 */
export const WaitingPage = ({ brand, title }: { brand: string; title: string }) => (
  <div className="shell-layout" data-waiting="">
    <div className="shell-header ui-chrome">
      <div className="shell-header-end">
        <Block size="shell-avatar" />
      </div>
    </div>
    <div className="shell-sidebar ui-chrome">
      <div className="shell-sidebar-inner">
        <div className="shell-brand">
          <span className="shell-brand-room" />
          {brand}
        </div>
        <WaitingEntries />
      </div>
    </div>
    <main className="shell-content" aria-busy="true">
      <WaitingContent title={title} />
    </main>
  </div>
)
