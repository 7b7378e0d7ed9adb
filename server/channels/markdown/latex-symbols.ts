const listPairs = (pairs: string): [string, string][] =>
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]);

/** Letters and signs that stand where they are written. */
export const symbols = new Map(
  listPairs(`
    alpha=α beta=β gamma=γ delta=δ epsilon=ε varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ lambda=λ
    mu=μ nu=ν xi=ξ omicron=ο pi=π varpi=ϖ rho=ρ varrho=ϱ sigma=σ varsigma=ς tau=τ upsilon=υ phi=φ varphi=φ chi=χ
    psi=ψ omega=ω Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω
    infty=∞ partial=∂ nabla=∇ hbar=ℏ ell=ℓ Re=ℜ Im=ℑ aleph=ℵ emptyset=∅ varnothing=∅ angle=∠ degree=° circ=° prime=′
    forall=∀ exists=∃ nexists=∄ neg=¬ lnot=¬ top=⊤ intercal=⊤ bot=⊥ triangle=△ square=□ blacksquare=■ bullet=• star=⋆ ast=*
    ldots=… dots=… cdots=… dotsc=… dotsb=… vdots=⋮ ddots=⋱ checkmark=✓ dagger=† pounds=£ euro=€ yen=¥ copyright=©
    langle=⟨ rangle=⟩ lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉ lvert=| rvert=| lVert=‖ rVert=‖ vert=| Vert=‖
    lbrace={ rbrace=} lbrack=[ rbrack=] backslash=\\ colon=: imath=ı jmath=ȷ wp=℘ complement=∁ surd=√
    spadesuit=♠ heartsuit=♥ diamondsuit=♦ clubsuit=♣ square=□
  `),
);

/** A space on both sides, unless nothing stands on the left. */
export const operators = new Map(
  listPairs(`
    +=+ -=− <=< >=> pm=± mp=∓ times=× cdot=· div=÷ setminus=∖ cup=∪ cap=∩ wedge=∧ land=∧ vee=∨ lor=∨ oplus=⊕
    ominus=⊖ otimes=⊗ odot=⊙ leq=≤ le=≤ leqslant=≤ geq=≥ ge=≥ geqslant=≥ lt=< gt=> ll=≪ gg=≫ neq=≠ ne=≠ equiv=≡
    approx=≈ approxeq=≊ sim=∼ simeq=≃ cong=≅ propto=∝ in=∈ notin=∉ ni=∋ subset=⊂ subseteq=⊆ supset=⊃ supseteq=⊇
    nsubseteq=⊈ to=→ rightarrow=→ longrightarrow=→ leftarrow=← gets=← longleftarrow=← leftrightarrow=↔
    Rightarrow=⇒ Longrightarrow=⇒ implies=⇒ Leftarrow=⇐ impliedby=⇐ Leftrightarrow=⇔ Longleftrightarrow=⇔ iff=⇔
    mapsto=↦ longmapsto=↦ uparrow=↑ downarrow=↓ rightharpoonup=⇀ rightleftharpoons=⇌ leftrightharpoons=⇋ hookrightarrow=↪
    therefore=∴ because=∵ perp=⊥ parallel=∥ nparallel=∦ models=⊨ vdash=⊢ asymp=≍ doteq=≐ bmod=mod triangleq=≜ mid=|
  `),
).set('=', '=');

/** Signs that scripts are limits of. */
export const bigSigns = new Map(
  listPairs(`
    int=∫ iint=∬ iiint=∭ oint=∮ sum=∑ prod=∏ coprod=∐ bigcup=⋃ bigcap=⋂ bigoplus=⨁ bigotimes=⨂ bigvee=⋁ bigwedge=⋀
    lim=lim limsup=limsup liminf=liminf max=max min=min sup=sup inf=inf argmax=argmax argmin=argmin
  `),
);

export const functions = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp det dim ker deg gcd lcm hom arg Pr mod'.split(
    ' ',
  ),
);

/** Their argument is written as it is. */
export const wrappers = new Set(
  'text textbf textit textrm texttt textsf textnormal mathrm mathbf mathit mathsf mathtt mathnormal mathcal mathscr mathfrak operatorname boldsymbol bm mbox hbox fbox boxed emph underline underbrace overbrace cancel bcancel xcancel phantom ce pu mathop mathbin mathrel mathord substack smash displaylines'.split(
    ' ',
  ),
);

/** Only for looks. `\left.` is no full stop: see `latex.ts`. */
export const ignored = new Set(
  'displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag hline middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr centering noindent rm bf it'.split(
    ' ',
  ),
);

/** Combining marks behind a single letter. */
export const accents = new Map(
  listPairs(
    'hat=\u0302 widehat=\u0302 bar=\u0304 overline=\u0304 tilde=\u0303 widetilde=\u0303 vec=\u20d7 overrightarrow=\u20d7 dot=\u0307 ddot=\u0308 acute=\u0301 grave=\u0300 check=\u030c breve=\u0306',
  ),
);

export const blackboard = new Map(listPairs('R=ℝ N=ℕ Z=ℤ Q=ℚ C=ℂ P=ℙ H=ℍ E=𝔼'));

export const vulgarFractions = new Map(
  listPairs(
    '1/2=½ 1/3=⅓ 2/3=⅔ 1/4=¼ 3/4=¾ 1/5=⅕ 2/5=⅖ 3/5=⅗ 4/5=⅘ 1/6=⅙ 5/6=⅚ 1/7=⅐ 1/8=⅛ 3/8=⅜ 5/8=⅝ 7/8=⅞ 1/9=⅑ 1/10=⅒',
  ),
);

const zip = (from: string, to: string) =>
  new Map([...from].map((each, index) => [each, [...to][index] as string]));
const superscripts = zip(
  '0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδθ*′⊤†',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᶿ*′ᵀ†',
);
const subscripts = zip(
  '0123456789+−=()aehijklmnoprstuvxβγρφχ',
  '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ',
);
const tables = { '^': superscripts, _: subscripts };
/** More small letters in a row are hard to read. */
const maxSmall = { '^': 5, _: 7 };

/** Null if not all of it can be written small, or not be read. */
export function writeSmall(mark: '^' | '_', text: string): string | null {
  if (mark === '^' && /^(?:°|′+|st|nd|rd|th)$/.test(text)) return text;
  const characters = [...text.replaceAll(' ', '')];
  if (characters.length > maxSmall[mark]) return null;
  if (mark === '_' && /[a-z]{2}/i.test(text)) return null;
  const small = characters.map((each) => tables[mark].get(each));
  return small.includes(undefined) ? null : small.join('');
}

export const spaces = new Set([
  '\\,',
  '\\;',
  '\\:',
  '\\ ',
  '~',
  '\\quad',
  '\\qquad',
  '\\>',
  '\\hspace',
]);
export const rowBreaks = new Set(['\\\\', '\\cr', '\\newline']);
/** Brackets of matrices. */
export const delimited: Record<string, [string, string]> = {
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  Bmatrix: ['{', '}'],
  vmatrix: ['|', '|'],
  Vmatrix: ['‖', '‖'],
  matrix: ['', ''],
  smallmatrix: ['', ''],
};
