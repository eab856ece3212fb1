'use strict';
(() => {
  const told = document.getElementById('told');
  document.documentElement.classList.add('js');

  // tabs folds the panels of one box: a list of tabs with one of them in the tab order (WAI-ARIA APG, tabs).
  const tabs = (box) => {
    const panels = [...box.querySelectorAll(':scope > [data-panel]')];
    if (panels.length < 2) return;
    const upright = 'upright' in box.dataset ? matchMedia('(min-width: 56rem)') : { matches: false };
    const list = document.createElement('div');
    list.className = 'tabs';
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', box.dataset.tabs);
    const orient = () => list.setAttribute('aria-orientation', upright.matches ? 'vertical' : 'horizontal');
    orient();
    if (upright.addEventListener) upright.addEventListener('change', orient);

    const all = panels.map((panel) => {
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = panel.id + '-tab';
      tab.textContent = panel.dataset.panel;
      tab.setAttribute('role', 'tab');
      tab.setAttribute('aria-controls', panel.id);
      panel.setAttribute('role', 'tabpanel');
      panel.removeAttribute('aria-label');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.addEventListener('click', () => select(tab));
      panel.addEventListener('select-panel', () => select(tab));
      list.append(tab);
      return tab;
    });
    const select = (chosen) => all.forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panels[i].hidden = tab !== chosen;
    });
    list.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const at = all.indexOf(document.activeElement);
      const [back, on] = upright.matches ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
      const to = { [back]: at - 1, [on]: at + 1, Home: 0, End: -1 }[event.key];
      if (to === undefined || at < 0) return;
      event.preventDefault();
      const next = all.at(to % all.length);
      select(next);
      next.focus();
    });
    box.prepend(list);
    select(all[0]);
  };
  document.querySelectorAll('[data-tabs]').forEach(tabs);

  // A link to one snippet opens the tabs that it is under.
  const open = () => {
    const at = document.getElementById(location.hash.slice(1));
    let panel = at?.closest('[data-panel]');
    if (!panel) return;
    for (; panel; panel = panel.parentElement.closest('[data-panel]')) panel.dispatchEvent(new Event('select-panel'));
    at.scrollIntoView();
  };
  addEventListener('hashchange', open);
  open();

  const say = (text) => {
    told.textContent = '';
    requestAnimationFrame(() => { told.textContent = text; });
  };
  // copier gives a box the button that copies its text, exactly.
  const copier = (box) => {
    const source = box.querySelector('[data-text]');
    const button = document.createElement('button');
    button.type = 'button';
    const label = document.createElement('span');
    const what = document.createElement('span');
    what.className = 'unseen';
    what.textContent = ' ' + box.dataset.label;
    label.textContent = 'Copy';
    button.append(label, what);
    let back = 0;
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(source.textContent);
        label.textContent = 'Copied';
        say('Copied ' + box.dataset.label + '.');
      } catch {
        getSelection().selectAllChildren(source);
        label.textContent = 'Selected';
        say('This browser lets no page copy. The text is selected: copy it with the keyboard.');
      }
      clearTimeout(back);
      back = setTimeout(() => { label.textContent = 'Copy'; }, 2000);
    });
    (box.matches('[data-bar]') ? box : box.querySelector('[data-bar]')).append(button);
  };
  document.querySelectorAll('.copyable').forEach(copier);
})();
