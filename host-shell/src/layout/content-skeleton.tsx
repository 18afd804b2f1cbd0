import { Skeleton } from '@atalaia/ui'

/** Stands in the content area while the first remote loads. */
export const ContentSkeleton = () => (
  <div className="shell-skeleton" aria-busy="true" aria-label="Carregando página" role="status">
    <Skeleton width="14rem" height="1rem" />
    <Skeleton width="22rem" height="1.75rem" />
    <div className="shell-skeleton-cards">
      {['a', 'b', 'c', 'd'].map((card) => (
        <Skeleton key={card} height="11rem" />
      ))}
    </div>
    <Skeleton height="22rem" />
  </div>
)
