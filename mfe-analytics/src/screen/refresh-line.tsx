/** While numbers that are already there are loaded anew. Its room is always kept, so nothing jumps. */
export const RefreshLine = ({ active }: { active: boolean }) => (
  <div className="analytics-refresh">
    {active && <div className="analytics-refresh__line" role="progressbar" aria-label="Carregando" />}
  </div>
)
