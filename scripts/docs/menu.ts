/**
 * The menu of the site, in the browser. TypeDoc folds its groups; here the guides of each task are shown by name until the reader
 * folds a group, which the browser remembers. On a phone the menu comes before the long list of the page's headings.
 */
const menu = document.getElementById('tsd-nav-container')

/** A key of TypeDoc's: `true` or `false` once the reader has opened or folded the group. */
const isRemembered = (group: string): boolean => {
  try {
    return localStorage.getItem(`tsd-accordion-${group}`) !== null
  } catch {
    return false // This browser keeps nothing.
  }
}

/** The reference has a page for each entry point: 25 names that few readers look for here. */
const isOfGuides = (group: string): boolean => group !== 'Reference' && !group.includes('$')

const openGroups = (): void => {
  for (const summary of menu?.querySelectorAll('summary') ?? []) {
    const { key = '' } = summary.dataset
    if (isOfGuides(key) && !isRemembered(key)) summary.closest('details')?.setAttribute('open', '')
  }
}

// TypeDoc fills the menu when its own script has come.
if (menu !== null) new MutationObserver(openGroups).observe(menu, { childList: true })
openGroups()

/** Below this width TypeDoc shows one drawer: the headings of the page, then the menu. */
if (matchMedia('(max-width: 769px)').matches)
  document.querySelector('.page-menu .tsd-page-navigation')?.removeAttribute('open')
