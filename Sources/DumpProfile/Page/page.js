'use strict';
{
  const table = document.querySelector('table');
  const heads = Array.from(table.tHead.rows[0].cells);
  const rows = Array.from(table.tBodies[0].rows);
  const search = document.getElementById('search');
  const shown = document.getElementById('shown');
  const tip = document.getElementById('tip');
  const collator = new Intl.Collator('en', { numeric: true });
  const count = number => number.toLocaleString('en');
  // The state of the page, which the fragment of the address also has: #search=date&sort=null&order=descending
  const state = { search: '', sort: '', order: 'ascending' };
  let texts;

  const filter = () => {
    texts ??= rows.map(row => Array.from(row.cells, cell => cell.textContent).join('\n').toLowerCase());
    const words = state.search.toLowerCase().split(/\s+/).filter(word => word);
    let visible = 0;
    rows.forEach((row, index) => {
      row.hidden = !words.every(word => texts[index].includes(word));
      if (!row.hidden) visible += 1;
    });
    shown.textContent = words.length ? `${count(visible)} of ${count(rows.length)} paths` : '';
  };

  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };

  const sort = () => {
    const column = heads.findIndex(head => head.id && head.id === state.sort);
    const sign = state.order === 'descending' ? -1 : 1;
    heads.forEach((head, index) => {
      if (head.id) head.setAttribute('aria-sort', index === column ? state.order : 'none');
    });
    const sorted = rows.map((row, index) => ({ row, index, key: column < 0 ? index : key(row, column) }));
    const compare = (a, b) => typeof a === 'string' && typeof b === 'string'
      ? collator.compare(a, b) : (typeof a === 'string') - (typeof b === 'string') || a - b;
    if (column >= 0) sorted.sort((a, b) => sign * compare(a.key, b.key) || a.index - b.index);
    table.tBodies[0].append(...sorted.map(item => item.row));
  };

  const save = () => {
    const entries = Object.entries(state).filter(([name, value]) => value && (name !== 'order' || state.sort));
    const fragment = new URLSearchParams(entries).toString();
    try { history.replaceState(null, '', fragment ? '#' + fragment : '#'); } catch { /* Not all addresses allow it. */ }
  };

  const load = () => {
    const entries = new URLSearchParams(location.hash.slice(1));
    state.search = entries.get('search') ?? '';
    state.sort = entries.get('sort') ?? '';
    state.order = entries.get('order') === 'descending' ? 'descending' : 'ascending';
    search.value = state.search;
    sort();
    filter();
  };

  // Each click on a column leads to the next order: ascending, descending, that of the dump.
  const choose = column => {
    if (state.sort !== column) Object.assign(state, { sort: column, order: 'ascending' });
    else if (state.order === 'ascending') state.order = 'descending';
    else Object.assign(state, { sort: '', order: 'ascending' });
    sort();
    save();
  };

  for (const head of heads.filter(head => head.id)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => choose(head.id));
    head.append(button);
  }

  let timer;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => { state.search = search.value; filter(); save(); }, rows.length > 1000 ? 150 : 0);
  });
  search.form.addEventListener('submit', event => event.preventDefault());
  search.form.hidden = false;
  addEventListener('hashchange', load);

  const label = (value, figure) => {
    if (figure.subject !== 'dates') return value.toLocaleString('en', { maximumSignificantDigits: 12 });
    const date = new Date(value * 1000);
    if (Number.isNaN(date.getTime())) return count(value);
    return date.toISOString().slice(0, figure.width < 86400 ? 19 : 10).replace('T', ' ');
  };

  table.addEventListener('pointermove', event => {
    const drawing = event.target.closest('figure svg');
    tip.hidden = !drawing;
    if (!drawing) return;
    const counts = drawing.dataset.counts.split(' ').map(Number);
    const box = drawing.getBoundingClientRect();
    const position = Math.floor((event.clientX - box.left) / box.width * counts.length);
    const index = Math.min(Math.max(position, 0), counts.length - 1);
    const width = Number(drawing.dataset.width);
    const figure = { subject: drawing.dataset.subject, width };
    const start = (Number(drawing.dataset.first) + index) * width;
    const [first, last] = [label(start, figure), label(start + width - Number(drawing.dataset.step), figure)];
    tip.textContent = `${first === last ? first : `${first} to ${last}`}: ${count(counts[index])}`;
    tip.style.left = Math.max(Math.min(event.clientX - tip.offsetWidth / 2, innerWidth - tip.offsetWidth - 8), 8) + 'px';
    tip.style.top = box.top - tip.offsetHeight - 4 + 'px';
  });
  table.addEventListener('pointerleave', () => { tip.hidden = true; });

  load();
}
