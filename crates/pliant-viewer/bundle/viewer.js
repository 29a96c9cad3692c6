"use strict";(()=>{var Sv=new Set(["Pa","m","N","J","W","Hz","s","m/s","m/s2","m/s^2","m/s²","N/m","J/m3","J/m^3","J/m³","N m","N s"]),iu=[[12,"T"],[9,"G"],[6,"M"],[3,"k"],[0,""],[-3,"m"],[-6,"µ"],[-9,"n"],[-12,"p"]],Zf="−";function Er(i,e){let t={factor:1,unit:e},n=Math.abs(i);if(!Number.isFinite(n)||n===0)return t;if(Sv.has(e)){let r=iu.find(([o])=>n>=.9995*10**o)??iu[iu.length-1];return e==="s"&&r[0]>0?t:{factor:10**-r[0],unit:r[1]+e}}if(n>=.001&&n<1e5)return t;let s=3*Math.floor(Math.log10(n)/3);return{factor:10**-s,unit:`10${Mv(s)} ${e}`.trim()}}function Mv(i){let e="⁰¹²³⁴⁵⁶⁷⁸⁹";return String(i).replaceAll(/./g,t=>t==="-"?"⁻":e[Number(t)])}function un(i,e=4){if(Number.isNaN(i))return"not known";if(!Number.isFinite(i))return i>0?"∞":`${Zf}∞`;if(i===0)return"0";let t=Math.floor(Math.log10(Math.abs(i)));return(t>=7||t<-4?i.toExponential(e-1):wv(i,e-1-t)).replaceAll("-",Zf)}function wv(i,e){let t=i.toFixed(Math.min(Math.max(e,0),20));return t.includes(".")?t.replace(/0+$/,"").replace(/\.$/,""):t}function Tr(i,e,t=4){if(!Number.isFinite(i))return un(i);let n=Er(i,e);return`${un(i*n.factor,t)} ${n.unit}`.trim()}function Jf(i,e,t){let n=Er(Math.max(Math.abs(i),Math.abs(e)),t);return`${un(i*n.factor,3)} to ${un(e*n.factor,3)} ${n.unit}`.trim()}function Ar(i,e){let t=e>0?Math.min(Math.max(Math.ceil(-Math.log10(e))+1,2),9):3;return`${i.toFixed(t)} s`}function Wi(i){return typeof i=="object"&&i!==null&&!Array.isArray(i)?i:{}}function Dt(i){return typeof i=="string"?i:""}function Zn(i,e){return typeof i=="number"?i:e}function pi(i){return Array.isArray(i)?i:[]}function Rr(i,e){let t=pi(i);return t.length===3&&t.every(s=>Number.isFinite(s))?t:e}function Ev(i){let e=Wi(i),t=Zn(e.value,0);return{path:Dt(e.path),group:Dt(e.group),label:Dt(e.label)||Dt(e.path),unit:Dt(e.unit),value:t,least:Zn(e.least,Math.min(t,0)),most:Zn(e.most,Math.max(t,1)),scale:e.scale==="log"?"log":"linear",whole:e.whole===!0}}function Kf(i){return i.replace(/^.*[/\\]/,"").replace(/\.toml$/,"")}function ls(i){return i.replaceAll("_"," ")}function Tv(i){let e=pi(i.bounds);return{kind:"hello",version:Dt(i.version),mode:i.mode==="replay"?"replay":"live",name:Kf(Dt(i.name)),title:Dt(i.title)||Kf(Dt(i.name)),about:Dt(i.about),up:Rr(i.up,[0,0,1]),text:Dt(i.text),editable:i.editable===!0,duration:Zn(i.duration,0),frameStep:Zn(i.frame_step,0),frames:Zn(i.frames,0),times:pi(i.times).map(t=>Zn(t,NaN)),fields:pi(i.fields).map(t=>({name:Dt(Wi(t).name),unit:Dt(Wi(t).unit)})),layers:pi(i.layers).map(t=>{let n=Wi(t);return{name:Dt(n.name),label:Dt(n.label)||Dt(n.name),shown:n.shown===!0}}),parameters:pi(i.parameters).map(Ev),probes:pi(i.probes).map(t=>({name:Dt(Wi(t).name),unit:Dt(Wi(t).unit)})),gallery:pi(i.gallery).map(t=>({name:Dt(Wi(t).name),title:Dt(Wi(t).title)})),bounds:[Rr(e[0],[-1,-1,-1]),Rr(e[1],[1,1,1])]}}function Av(i){let e=Wi(i);return{severity:e.severity==="warning"?"warning":"error",line:Zn(e.line,0),column:Zn(e.column,0),key:Dt(e.key),reason:Dt(e.reason),remedy:Dt(e.remedy)}}function Rv(i){return{kind:"state",playing:i.playing===!0,finished:i.finished===!0,failed:Dt(i.failed),time:Zn(i.time,0),step:Zn(i.step,0),hash:Dt(i.hash),speed:Zn(i.speed,1),warnings:pi(i.warnings).map(Dt)}}function jf(i){let e;try{e=Wi(JSON.parse(i))}catch{return null}switch(e.kind){case"hello":return Tv(e);case"samples":return{kind:"samples",rows:pi(e.rows).map(t=>pi(t).map(n=>Zn(n,NaN))),restart:e.restart===!0};case"problems":return{kind:"problems",problems:pi(e.problems).map(Av)};case"state":return Rv(e);case"busy":return{kind:"busy",what:e.what==="scene"?"scene":e.what==="step"?"step":"",seconds:Zn(e.seconds,0)};case"error":return{kind:"error",text:Dt(e.text)};default:return null}}var Mi=class{constructor(e,t,n=()=>performance.now()){this.intervalMs=e;this.send=t;this.now=n}intervalMs;send;now;last=-1/0;waiting=null;timer=null;offer(e){if(this.waiting={value:e},this.timer!==null)return;let t=this.last+this.intervalMs-this.now();t<=0?this.flush():this.timer=setTimeout(()=>this.flush(),t)}flush(){this.timer!==null&&clearTimeout(this.timer),this.timer=null;let e=this.waiting;e&&(this.waiting=null,this.last=this.now(),this.send(e.value))}cancel(){this.timer!==null&&clearTimeout(this.timer),this.timer=null,this.waiting=null}};function se(i,e={},...t){let n=document.createElement(i);for(let[s,r]of Object.entries(e))r!==!1&&n.setAttribute(s,r===!0?"":String(r));return n.append(...t),n}function Xi(i,e={}){let t=document.createElementNS("http://www.w3.org/2000/svg",i);for(let[n,s]of Object.entries(e))t.setAttribute(n,String(s));return t}function rt(i){let e=document.getElementById(i);if(!e)throw new Error(`index.html has no element ${i}`);return e}function gt(i,e){i.textContent!==e&&(i.textContent=e)}function Qf(){return matchMedia("(prefers-reduced-motion: reduce)").matches}function su(i,e){let t=URL.createObjectURL(i),n=se("a",{href:t,download:e});document.body.append(n),n.click(),n.remove(),setTimeout(()=>URL.revokeObjectURL(t),1e4)}function ru(i,e){return`${i.toLowerCase().replaceAll(/[^a-z0-9]+/g,"-").replaceAll(/^-+|-+$/g,"").slice(0,60)||"pliant"}.${e}`}var Cv={play:"M8 5l11 7-11 7z",pause:"M9 5v14M15 5v14",step:"M6 5l9 7-9 7zM18.5 5v14",back:"M18 5l-9 7 9 7zM5.5 5v14",reset:"M4.5 13a7.5 7.5 0 1 0 2.2-6.3L4 9.2M4 4v5.2h5.2",loop:"M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",frame:"M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9.5 9.5h5v5h-5z",wireframe:"M12 4L4 19h16zM12 4v15M8 11.5l4 7.5 4-7.5z",ghost:"M6 20V10a6 6 0 0 1 12 0v10l-2-2-2 2-2-2-2 2-2-2zM10 10v1.5M14 10v1.5",slice:"M5 8l7-4 7 4v8l-7 4-7-4zM2 14.5l20-5",through:"M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",colour:"M12 3.5c4 4.8 6 7.7 6 10.5a6 6 0 0 1-12 0c0-2.8 2-5.7 6-10.5z",lock:"M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",hold:"M12 3v5M12 16v5M3 12h5M16 12h5M12 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3",value:"M4 20l1-4.5L14.5 6l3.5 3.5L8.5 19zM13 4.5l6.5 6.5M17 3.5l3.5 3.5",pin:"M12 21v-7M6.5 14h11l-2.5-4V4H9v6z",unpin:"M12 21v-7M6.5 14h11l-2.5-4V4H9v6zM3 3l18 18",picture:"M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6",film:"M4 5h16v14H4zM8 5v14M16 5v14M4 12h4M16 12h4",link:"M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",help:"M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",panel:"M4 5h16v14H4zM14.5 5v14",left:"M15 6l-6 6 6 6",right:"M9 6l6 6-6 6",up:"M6 15l6-6 6 6",down:"M6 9l6 6 6-6",nearer:"M12 7v10M7 12h10",farther:"M7 12h10",close:"M6 6l12 12M18 6L6 18"};function ou(i){let e=Xi("svg",{viewBox:"0 0 24 24",class:"icon","aria-hidden":"true"});return e.append(Xi("path",{d:Cv[i]})),e}function ep(i,e){i.dataset.icon!==e&&(i.dataset.icon=e,i.querySelector("svg")?.remove(),i.prepend(ou(e)))}var np=[.1,.25,.5,1,2,5,10,0],Pv=1e3/30;function au(i,e){let t=r=>r===0?1/0:r,n=[...np].sort((r,o)=>t(r)-t(o));return(e>0?n.find(r=>t(r)>t(i)):n.reverse().find(r=>t(r)<t(i)))??i}function tp(i){return i===0?"as fast as it goes":`${i} ×`}var za=class{loop=!1;slider=rt("time-slider");time=rt("time");ratio=rt("ratio");speed=rt("speed");progress=rt("progress");seeks;sliding=!1;hello=null;constructor(e){this.seeks=new Mi(Pv,t=>e.seek(t)),this.slider.addEventListener("pointerdown",()=>this.sliding=!0),addEventListener("pointerup",()=>this.sliding=!1),addEventListener("pointercancel",()=>this.sliding=!1),this.slider.addEventListener("input",()=>{this.seeks.offer(Number(this.slider.value)),this.showTime(this.timeAt(Number(this.slider.value)))}),this.speed.append(...np.map(t=>se("option",{value:t},tp(t)))),this.speed.addEventListener("change",()=>e.speed(Number(this.speed.value)))}setHello(e){this.hello=e;let t=e.mode==="replay";this.slider.hidden=!t,this.progress.hidden=t||!(e.duration>0),this.progress.max=e.duration||1,this.slider.max=String(Math.max(e.frames-1,0));for(let n of document.querySelectorAll('#transport [data-mode="replay"]'))n.hidden=!t}setState(e,t){ep(t,e.playing?"pause":"play"),t.setAttribute("aria-label",e.playing?"Pause":"Play");let n=String(e.speed);[...this.speed.options].some(s=>s.value===n)||this.speed.append(se("option",{value:n},tp(e.speed))),document.activeElement!==this.speed&&(this.speed.value=n)}setFrame(e){this.progress.value=e.time,this.sliding||(this.slider.value=String(e.index),this.showTime(e.time)),gt(this.ratio,Number.isFinite(e.speedRatio)&&e.speedRatio>0?`${e.speedRatio.toPrecision(2)} × real time`:"")}timeAt(e){return this.hello?.times[e]??e*(this.hello?.frameStep??0)}showTime(e){let t=this.hello?.frameStep??0,n=this.hello&&this.hello.duration>0?` / ${this.hello.duration} s`:"",s=Ar(e,t)+n;gt(this.time,s),this.slider.setAttribute("aria-valuetext",s)}};function ip(i){let e=new Uint16Array(i.length/4);for(let t=0;t<e.length;t+=1)e[t]=i[4*t]>>3<<11|i[4*t+1]>>2<<5|i[4*t+2]>>3;return e}function Ha(i){let[e,t,n]=[i>>11,i>>5&63,i&31];return[e<<3|e>>2,t<<2|t>>4,n<<3|n>>2]}function lu(i,e){let t=[255,255,255],n=[0,0,0],s=0;for(let a of i)s+=e[a],Ha(a).forEach((l,c)=>{t[c]=Math.min(t[c],l),n[c]=Math.max(n[c],l)});let r=n.map((a,l)=>a-t[l]),o=Math.max(...r);return{members:i,weight:s,channel:r.indexOf(o),spread:o}}function Iv(i,e){let t=[...i.members].sort((r,o)=>Ha(r)[i.channel]-Ha(o)[i.channel]),n=0,s=0;for(;s<t.length-1&&(s===0||n+e[t[s]]<=i.weight/2);)n+=e[t[s]],s+=1;return[lu(t.slice(0,s),e),lu(t.slice(s),e)]}function sp(i,e){let t=[];i.forEach((s,r)=>s>0&&t.push(r));let n=t.length>0?[lu(t,i)]:[];for(;n.length<e;){let s=o=>o.members.length>1?o.spread*Math.sqrt(o.weight):0,r=n.reduce((o,a,l)=>s(a)>s(n[o])?l:o,0);if(n.length===0||s(n[r])===0)break;n.splice(r,1,...Iv(n[r],i))}return Lv(n,i)}function Lv(i,e){let t=new Uint8Array(3*i.length),n=new Uint8Array(65536);return i.forEach((s,r)=>{let o=[0,0,0];for(let a of s.members)n[a]=r,Ha(a).forEach((l,c)=>o[c]+=l*e[a]);o.forEach((a,l)=>t[3*r+l]=Math.round(a/s.weight))}),{colours:t,indexOf:n}}var cu=class{data=new Uint8Array(65536);length=0;push(e){if(this.length===this.data.length){let t=new Uint8Array(2*this.data.length);t.set(this.data),this.data=t}this.data[this.length]=e,this.length+=1}word(e){this.push(e&255),this.push(e>>8&255)}all(e){for(let t of e)this.push(t)}done(){return this.data.slice(0,this.length)}},rp=4096,Cr=8,ap=255,uu=255,hu=class{constructor(e){this.out=e}out;bits=0;held=0;block=[];code(e,t){for(this.bits|=e<<this.held,this.held+=t;this.held>=8;)this.byte(this.bits&255),this.bits>>>=8,this.held-=8}end(){this.held>0&&this.byte(this.bits&255),this.flush(),this.out.push(0)}byte(e){this.block.push(e),this.block.length===255&&this.flush()}flush(){this.block.length!==0&&(this.out.push(this.block.length),this.out.all(this.block),this.block.length=0)}};function Dv(i,e){let t=1<<Cr;e.push(Cr);let n=new hu(e),s=new Uint16Array(rp<<Cr),r=t+2,o=Cr+1;n.code(t,o);let a=i[0];for(let l=1;l<i.length;l+=1){let c=a<<Cr|i[l];if(s[c]!==0){a=s[c];continue}n.code(a,o),r===rp?(n.code(t,o),s.fill(0),r=t+2,o=Cr+1):(r===1<<o&&(o+=1),s[c]=r,r+=1),a=i[l]}n.code(a,o),r===1<<o&&o<12&&(o+=1),n.code(t+1,o),n.end()}var Va=class{constructor(e,t,n){this.width=e;this.height=t;let{out:s}=this;s.all(op("GIF89a")),s.word(e),s.word(t),s.all([247,0,0]);let r=new Uint8Array(3*256);r.set(n.subarray(0,3*uu)),s.all(r),s.all([33,255,11,...op("NETSCAPE2.0"),3,1,0,0,0])}width;height;out=new cu;before=null;add(e,t){let{out:n,width:s,height:r}=this;n.all([33,249,4,4|(this.before?1:0)]),n.word(Math.min(Math.max(Math.round(t),2),65535)),n.all([ap,0]),n.push(44);for(let o of[0,0,s,r])n.word(o);n.push(0),Dv(this.before?Nv(e,this.before):e,n),this.before=e.slice()}finish(){return this.out.push(59),this.out.done()}};function op(i){return Array.from(i,e=>e.charCodeAt(0))}function Nv(i,e){return i.map((t,n)=>t===e[n]?ap:t)}var Ga=[4456788,4656480,4724842,4727668,4664699,4535937,4341894,4147593,3887755,3627661,3367821,3107470,2912910,2718350,2523534,2328974,2199692,2070667,2072456,2205317,2666112,3257723,4111476,5030508,6146403,7261784,8573772,9885759,11263026,12640036,14017050,15394074,16639781],du=[140,140,140],Xa=-1e30,Wa=[5214160,14715196,4171144,11566278,14266683,13656158,7059670,10129280];function To(i){if(Number.isNaN(i))return du;let e=Math.min(Math.max(i,0),1)*(Ga.length-1),t=Math.min(Math.floor(e),Ga.length-2),n=e-t,s=r=>{let[o,a]=[Ga[t]>>r&255,Ga[t+1]>>r&255];return Math.round(o+(a-o)*n)};return[s(16),s(8),s(0)]}function lp(i){let e=new Uint8Array(4*i);for(let t=0;t<i;t+=1)e.set([...To(t/(i-1)),255],4*t);return e}function Ao(i){return Wa[(i%Wa.length+Wa.length)%Wa.length]}function qa(i,e){return i==="colliders"?10134443:Ao(e)}function Ya(i){return`#${i.toString(16).padStart(6,"0")}`}function $a([i,e,t]){return`rgb(${i}, ${e}, ${t})`}function cp(i){let e=1/0,t=-1/0;for(let n of i)for(let s=0;s<n.length;s+=1){let r=n[s];r<e&&(e=r),r>t&&(t=r)}return e<=t?[e,t]:null}var Za=14,up=12;function fu(i,e,t){let n=document.createElement("canvas");n.width=Math.max(Math.round(e),2),n.height=Math.max(Math.round(e*i.height/Math.max(i.width,1)),2);let s=n.getContext("2d",{willReadFrequently:!0});if(!s)throw new Error("This browser cannot draw pictures.");s.imageSmoothingQuality="high",s.fillStyle=t.background,s.fillRect(0,0,n.width,n.height),s.drawImage(i,0,0,n.width,n.height);let r=Math.max(n.height/600,.65);return s.scale(r,r),Uv(s,n.width/r,n.height/r,t),n}function Uv(i,e,t,n){if(i.font="14px system-ui, sans-serif",i.fillStyle=n.text,i.textBaseline="alphabetic",i.fillText(n.time,Za,t-Za),!n.axis)return;let[s,r]=[46,Math.min(200,t-100)],o=e-Za-70;for(let a=0;a<r;a+=1)i.fillStyle=$a(To(1-a/(r-1))),i.fillRect(o,s+a,up,1.5);i.fillStyle=n.text,i.textAlign="right",i.fillText(n.axis.unit?`${n.field} (${n.axis.unit})`:n.field,e-Za,s-16),i.textAlign="left",i.textBaseline="middle";for(let a of n.axis.ticks)i.fillText(a.words,o+up+7,s+(1-a.fraction)*r)}function dp(i){return new Promise((e,t)=>{i.toBlob(n=>n?e(n):t(new Error("The picture could not be made.")),"image/png")})}var Fv=480,Ov=66,pu=300,Bv=100,Ja=class{frames=[];histogram=new Uint32Array(65536);width=0;height=0;running=!1;get length(){return this.frames.length}start(){this.frames=[],this.histogram=new Uint32Array(65536),this.width=0,this.running=!0}take(e,t,n){let s=this.frames.at(-1);if(!this.running||s&&n-s.at<Ov)return this.running;let r=fu(e,Fv,t);this.width===0&&([this.width,this.height]=[r.width,r.height]);let a=r.getContext("2d")?.getImageData(0,0,this.width,this.height).data;if(!a)return!0;let l=ip(a);for(let c of l)this.histogram[c]+=1;return this.frames.push({pixels:l,at:n}),this.frames.length<pu}async finish(e,t){this.running=!1;let{frames:n}=this;if(n.length===0)return null;let s=sp(this.histogram,uu),r=new Va(this.width,this.height,s.colours);for(let[o,a]of n.entries()){let l=o+1<n.length?n[o+1].at:e;r.add(new Uint8Array(a.pixels.map(c=>s.indexOf[c])),Math.min((l-a.at)/10,Bv)),t((o+1)/n.length),await new Promise(c=>setTimeout(c))}return this.frames=[],r.finish()}};var qi=[{id:"play",group:"Run",label:"Play or pause",keys:["Space"],icon:"play",mode:"always"},{id:"step",group:"Run",label:"Step forward",keys:["ArrowRight"],icon:"step",mode:"always"},{id:"back",group:"Run",label:"Step back",keys:["ArrowLeft"],icon:"back",mode:"replay"},{id:"reset",group:"Run",label:"Back to the beginning",keys:["R"],icon:"reset",mode:"always"},{id:"loop",group:"Run",label:"Play in a loop",keys:["B"],icon:"loop",mode:"replay"},{id:"slower",group:"Run",label:"Slower",keys:["["],icon:"farther",mode:"always"},{id:"faster",group:"Run",label:"Faster",keys:["]"],icon:"nearer",mode:"always"},{id:"frame",group:"Look from",label:"Frame all",keys:["F"],icon:"frame",mode:"always"},{id:"view1",group:"Look from",label:"Front",keys:["1"],icon:"none",mode:"always"},{id:"view2",group:"Look from",label:"Back",keys:["2"],icon:"none",mode:"always"},{id:"view3",group:"Look from",label:"Left",keys:["3"],icon:"none",mode:"always"},{id:"view4",group:"Look from",label:"Right",keys:["4"],icon:"none",mode:"always"},{id:"view5",group:"Look from",label:"Top",keys:["5"],icon:"none",mode:"always"},{id:"view6",group:"Look from",label:"Bottom",keys:["6"],icon:"none",mode:"always"},{id:"view7",group:"Look from",label:"Isometric",keys:["7"],icon:"none",mode:"always"},{id:"orbitLeft",group:"Move the camera",label:"Turn left",keys:["Shift+ArrowLeft"],icon:"left",mode:"always"},{id:"orbitRight",group:"Move the camera",label:"Turn right",keys:["Shift+ArrowRight"],icon:"right",mode:"always"},{id:"orbitUp",group:"Move the camera",label:"Turn up",keys:["Shift+ArrowUp"],icon:"up",mode:"always"},{id:"orbitDown",group:"Move the camera",label:"Turn down",keys:["Shift+ArrowDown"],icon:"down",mode:"always"},{id:"panLeft",group:"Move the camera",label:"Move left",keys:["Ctrl+ArrowLeft"],icon:"left",mode:"always"},{id:"panRight",group:"Move the camera",label:"Move right",keys:["Ctrl+ArrowRight"],icon:"right",mode:"always"},{id:"panUp",group:"Move the camera",label:"Move up",keys:["Ctrl+ArrowUp"],icon:"up",mode:"always"},{id:"panDown",group:"Move the camera",label:"Move down",keys:["Ctrl+ArrowDown"],icon:"down",mode:"always"},{id:"zoomIn",group:"Move the camera",label:"Nearer",keys:["+","="],icon:"nearer",mode:"always"},{id:"zoomOut",group:"Move the camera",label:"Farther",keys:["-"],icon:"farther",mode:"always"},{id:"colour",group:"Show",label:"Colour by the next field",keys:["C"],icon:"colour",mode:"always"},{id:"lock",group:"Show",label:"Lock the range of the legend",keys:["L"],icon:"lock",mode:"always"},{id:"wireframe",group:"Show",label:"Wireframe",keys:["W"],icon:"wireframe",mode:"always"},{id:"ghost",group:"Show",label:"Ghost of the rest shape",keys:["G"],icon:"ghost",mode:"always"},{id:"through",group:"Show",label:"See through surfaces",keys:["T"],icon:"through",mode:"always"},{id:"slice",group:"Show",label:"Slice plane",keys:["X"],icon:"slice",mode:"always"},{id:"value",group:"Show",label:"Read the value at the centre",keys:["V"],icon:"value",mode:"always"},{id:"hold",group:"Touch",label:"Take hold at the centre of the view",keys:["H"],icon:"hold",mode:"live"},{id:"pinMode",group:"Touch",label:"Pin what is let go",keys:["N"],icon:"pin",mode:"live"},{id:"unpin",group:"Touch",label:"Remove pins made by hand",keys:["U"],icon:"unpin",mode:"live"},{id:"pullLeft",group:"While holding",label:"Pull left",keys:["ArrowLeft"],icon:"left",mode:"holding"},{id:"pullRight",group:"While holding",label:"Pull right",keys:["ArrowRight"],icon:"right",mode:"holding"},{id:"pullUp",group:"While holding",label:"Pull up",keys:["ArrowUp"],icon:"up",mode:"holding"},{id:"pullDown",group:"While holding",label:"Pull down",keys:["ArrowDown"],icon:"down",mode:"holding"},{id:"pullNearer",group:"While holding",label:"Pull nearer",keys:["PageDown"],icon:"nearer",mode:"holding"},{id:"pullFarther",group:"While holding",label:"Push farther",keys:["PageUp"],icon:"farther",mode:"holding"},{id:"release",group:"While holding",label:"Let go",keys:["Enter","Escape"],icon:"close",mode:"holding"},{id:"releasePin",group:"While holding",label:"Let go and pin",keys:["Shift+Enter"],icon:"pin",mode:"holding"},{id:"png",group:"Keep",label:"Save a picture (PNG)",keys:["P"],icon:"picture",mode:"always"},{id:"gif",group:"Keep",label:"Record a film (GIF)",keys:["Shift+P"],icon:"film",mode:"always"},{id:"link",group:"Keep",label:"Copy a link with this camera",keys:["K"],icon:"link",mode:"always"},{id:"panels",group:"Page",label:"Show or hide the panels",keys:["O"],icon:"panel",mode:"always"},{id:"help",group:"Page",label:"Help",keys:["?"],icon:"help",mode:"always"}];function mu(i){if(i.altKey)return"";let e=/^[a-z]$/i.test(i.key),t=i.key===" "?"Space":e?i.key.toUpperCase():i.key,n=i.key.length===1&&!e&&i.key!==" ",s=i.shiftKey&&!n?"Shift+":"";return(i.ctrlKey||i.metaKey?"Ctrl+":"")+s+t}function fp(i,e,t){let n=mu(i);if(!n)return null;let s=(o,a)=>o.mode===a&&o.keys.includes(n);return(t?qi.find(o=>s(o,"holding")):void 0)??qi.find(o=>s(o,"always")||s(o,e))??null}var kv={ArrowLeft:"←",ArrowRight:"→",ArrowUp:"↑",ArrowDown:"↓",Escape:"Esc",PageUp:"Page ↑",PageDown:"Page ↓"};function Ka(i){return(i.endsWith("+")?i:"")||i.split("+").map(t=>kv[t]??t).join(" ")}function pp(i,e){if(!(i instanceof HTMLElement))return!1;if(i.closest("dialog")||i instanceof HTMLTextAreaElement||i instanceof HTMLSelectElement)return!0;let t=e==="Space"||e==="Enter",n=/^(Shift\+)?(Arrow|Page|Home|End)/.test(e);return i instanceof HTMLInputElement?i.type==="range"?n:i.type==="checkbox"||i.type==="radio"?t:!0:i.getAttribute("role")==="tab"?t||n:t&&i.closest("button, a, summary")!==null}var zv=new Set(["wireframe","ghost","through","slice","lock","loop","pinMode","gif","panels"]),Hv={Ctrl:"Control"};function Vv(i){return i.map(e=>e.replace(/^\w+(?=\+.)/,t=>Hv[t]??t)).join(" ")}function Js(i,e,t="icon"){let n=qi.find(r=>r.id===i);if(!n)throw new Error(`there is no action ${i}`);let s=se("button",{type:"button",class:t==="icon"?"tool":"worded",title:`${n.label} (${n.keys.map(Ka).join(" or ")})`,"aria-label":n.label,"aria-keyshortcuts":Vv(n.keys),"aria-pressed":zv.has(i)?"false":!1,"data-action":i,"data-mode":n.mode,"data-icon":n.icon});return n.icon!=="none"&&s.append(ou(n.icon)),t==="words"&&s.append(se("span",{},n.label)),s.addEventListener("click",r=>{e(i),r.detail>0&&t==="icon"&&document.getElementById("canvas")?.focus({preventScroll:!0})}),s}function Jn(i,e){for(let t of document.querySelectorAll(`[data-action="${i}"]`))t.setAttribute("aria-pressed",String(e))}function mp(i){let e=i==="live"?"replay":"live";for(let t of document.querySelectorAll(`[data-mode="${e}"]`))t.hidden=!0;for(let t of document.querySelectorAll(`[data-mode="${i}"]`))t.hidden=!1}var ja=class{constructor(e,t){this.root=e;this.tabs=t;let n=se("div",{role:"tablist",class:"tabs","aria-label":"Panels"});e.append(n);for(let s of t)this.add(n,s);n.addEventListener("keydown",s=>this.move(s)),this.show(t[0].id)}root;tabs;buttons=new Map;panels=new Map;current="";show(e){this.current=e;for(let[t,n]of this.buttons)n.setAttribute("aria-selected",String(t===e)),n.tabIndex=t===e?0:-1;for(let[t,n]of this.panels)n.hidden=t!==e;this.tabs.find(t=>t.id===e)?.shown?.()}setBadge(e,t){let n=this.buttons.get(e);n&&(n.dataset.badge=t)}setAvailable(e,t){let n=this.buttons.get(e);n&&(n.hidden=!t),!t&&this.current===e&&this.show(this.tabs[0].id)}add(e,t){let n=se("button",{type:"button",role:"tab",id:`tab-${t.id}`,"aria-controls":`panel-${t.id}`,"data-badge":""},t.label);n.addEventListener("click",()=>this.show(t.id));let s=se("div",{role:"tabpanel",id:`panel-${t.id}`,"aria-labelledby":`tab-${t.id}`,class:`panel panel-${t.id}`},t.content);e.append(n),this.root.append(s),this.buttons.set(t.id,n),this.panels.set(t.id,s)}move(e){let t=this.tabs.filter(r=>!this.buttons.get(r.id)?.hidden).map(r=>r.id),n=t.indexOf(this.current),s={ArrowRight:n+1,ArrowLeft:n-1,Home:0,End:t.length-1}[e.key];s!==void 0&&(e.preventDefault(),this.show(t[(s+t.length)%t.length]),this.buttons.get(this.current)?.focus())}};function Ks(i=document.body.dataset.side!=="open"){document.body.dataset.side=i?"open":"closed",rt("side").inert=!i,Jn("panels",i)}var Gv=6e3;function dn(i,e="info"){let t=rt("toasts");for(let s of[...t.children])s.textContent===i&&s.remove();let n=se("p",{class:`toast ${e}`,role:e==="error"?"alert":"status"},i);for(t.append(n);t.children.length>3;)t.firstElementChild?.remove();setTimeout(()=>n.remove(),Gv)}var Ro=class{head=se("strong");text=se("span",{class:"banner-text"});button;root;key="";constructor(e,t,n){this.root=rt(e),this.button=se("button",{type:"button",class:"primary"},t),this.button.addEventListener("click",n),this.root.append(this.head,this.text,this.button)}get shown(){return!this.root.hidden}show(e,t){let n=`${e}
${t}`;n===this.key&&this.shown||(this.key=n,gt(this.head,e),gt(this.text,t),this.root.hidden=!1)}hide(){this.root.hidden=!0}};var Nn=(i,e,t=1)=>[i[0]+e[0]*t,i[1]+e[1]*t,i[2]+e[2]*t],Co=(i,e)=>[i[0]-e[0],i[1]-e[1],i[2]-e[2]],mi=(i,e)=>i[0]*e[0]+i[1]*e[1]+i[2]*e[2],Po=(i,e)=>[i[0]*e,i[1]*e,i[2]*e],Wv=i=>Math.sqrt(mi(i,i)),gp=(i,e)=>[i[1]*e[2]-i[2]*e[1],i[2]*e[0]-i[0]*e[2],i[0]*e[1]-i[1]*e[0]],gu=i=>Po(i,1/(Wv(i)||1));var js=Math.PI/180,cs=Math.PI,vp=[{key:"1",name:"front",azimuth:0,elevation:0},{key:"2",name:"back",azimuth:cs,elevation:0},{key:"3",name:"left",azimuth:-cs/2,elevation:0},{key:"4",name:"right",azimuth:cs/2,elevation:0},{key:"5",name:"top",azimuth:0,elevation:cs/2},{key:"6",name:"bottom",azimuth:0,elevation:-cs/2},{key:"7",name:"isometric",azimuth:cs/4,elevation:Math.asin(1/Math.sqrt(3))}],Qa=class{fov=35*js;aspect=1;state={target:[0,0,0],distance:5,azimuth:30*js,elevation:20*js};up=[0,0,1];right=[1,0,0];front=[0,-1,0];setUp(e){this.up=gu(e);let t=Math.abs(this.up[0])>.9?[0,1,0]:[1,0,0];this.right=gu(Nn(t,this.up,-mi(t,this.up))),this.front=gp(this.right,this.up)}get upAxis(){return this.up}basis({azimuth:e,elevation:t}=this.state){let n=Nn(Po(this.front,Math.cos(e)),this.right,Math.sin(e)),s=Nn(Po(n,Math.cos(t)),this.up,Math.sin(t)),r=Nn(Po(n,-Math.sin(t)),this.up,Math.cos(t));return{right:gp(r,s),up:r,back:s}}position(){return Nn(this.state.target,this.basis().back,this.state.distance)}orbit(e,t){let n=cs/2;this.state.azimuth=vu(this.state.azimuth+e),this.state.elevation=Math.min(Math.max(this.state.elevation+t,-n),n)}pan(e,t){let{right:n,up:s}=this.basis(),r=this.heightAt(this.state.distance);this.state.target=Nn(Nn(this.state.target,n,-e*r),s,-t*r)}zoom(e,t=0,n=0){let s=Math.min(Math.max(this.state.distance*e,1e-6),1e9),r=s/this.state.distance,o=this.pointAt(t,n,this.state.distance);this.state.target=Nn(o,Co(this.state.target,o),r),this.state.distance=s}heightAt(e){return 2*e*Math.tan(this.fov/2)}pointAt(e,t,n){let{right:s,up:r,back:o}=this.basis(),a=this.heightAt(n)/2,l=Nn(this.position(),o,-n);return Nn(Nn(l,s,e*a*this.aspect),r,t*a)}ray(e,t){let n=this.position();return{origin:n,direction:gu(Co(this.pointAt(e,t,1),n))}}depthOf(e){return mi(Co(this.position(),e),this.basis().back)}project(e){let{right:t,up:n}=this.basis(),s=this.depthOf(e),r=Co(e,this.position()),o=this.heightAt(s)/2;return{x:mi(r,t)/(o*this.aspect),y:mi(r,n)/o,depth:s}}framing([e,t],n=this.state){let s=Po(Nn(e,t),.5),{right:r,up:o,back:a}=this.basis(n),l=Math.tan(this.fov/2)*.8,c=1e-6;for(let h=0;h<8;h+=1){let f=[h&1?t[0]:e[0],h&2?t[1]:e[1],h&4?t[2]:e[2]],v=Co(f,s),y=Math.max(Math.abs(mi(v,o)),Math.abs(mi(v,r))/this.aspect);c=Math.max(c,mi(v,a)+y/l)}let{azimuth:u,elevation:d}=n;return{target:s,distance:c,azimuth:u,elevation:d}}};function vu(i){return i-2*cs*Math.round(i/(2*cs))}function _p(i,e,t){let n=(s,r)=>s+(r-s)*t;return{target:[n(i.target[0],e.target[0]),n(i.target[1],e.target[1]),n(i.target[2],e.target[2])],distance:n(i.distance,e.distance),azimuth:vu(i.azimuth+vu(e.azimuth-i.azimuth)*t),elevation:n(i.elevation,e.elevation)}}function xp({target:i,distance:e,azimuth:t,elevation:n}){return`#camera=${[...i,e,t/js,n/js].map(r=>String(Number(r.toPrecision(7)))).join(",")}`}function el(i){let t=(/(?:^#|&)camera=([^&]*)/.exec(i)?.[1]??"").split(",").map(Number);if(t.length!==6||!t.every(Number.isFinite)||t[3]<=0)return null;let[n,s,r,o,a,l]=t;return{target:[n,s,r],distance:o,azimuth:a*js,elevation:l*js}}var yp=Math.PI/24,bp=.05,Sp=1.15,tl=class{constructor(e,t){this.app=e;this.help=t;this.table={...this.running(),...this.cameraMoves(),...this.showing(),...this.touching(),...this.keeping()}}app;help;pinOnRelease=!1;film=new Ja;table;do(e){this.table[e]()}get pins(){return this.pinOnRelease}drawn(){if(!this.film.running)return;let e=this.film.take(this.app.view.canvas,this.caption(),performance.now());gt(rt("recording"),`Recording, ${this.film.length} frames of at most ${pu}. Shift P ends it.`),e||this.endFilm()}running(){let{app:e}=this;return{play:()=>this.playOrPause(),step:()=>e.send({kind:"step",by:1}),back:()=>e.send({kind:"step",by:-1}),reset:()=>{e.grab.forget(),e.refreshHolding(),e.send(e.hello?.mode==="replay"?{kind:"seek",frame:0}:{kind:"reset"})},loop:()=>{e.transport.loop=!e.transport.loop,Jn("loop",e.transport.loop)},slower:()=>e.send({kind:"speed",value:au(e.state?.speed??1,-1)}),faster:()=>e.send({kind:"speed",value:au(e.state?.speed??1,1)})}}playOrPause(){let{app:e}=this;if(e.state?.playing){e.send({kind:"pause"}),e.expectPlaying(!1);return}e.state?.finished&&this.do("reset"),e.send({kind:"play"}),e.expectPlaying(!0)}cameraMoves(){let{view:e}=this.app,t=o=>()=>{e.stopFlight(),o(),e.requestDraw()},n=(o,a)=>t(()=>e.camera.orbit(o*yp,a*yp)),s=(o,a)=>t(()=>e.camera.pan(o*bp,a*bp)),r=o=>()=>{let a=e.bounds()??this.app.hello?.bounds;a&&e.flyTo(e.camera.framing(a,vp[o]))};return{frame:()=>{let o=e.bounds()??this.app.hello?.bounds;o&&e.flyTo(e.camera.framing(o))},view1:r(0),view2:r(1),view3:r(2),view4:r(3),view5:r(4),view6:r(5),view7:r(6),orbitLeft:n(-1,0),orbitRight:n(1,0),orbitUp:n(0,1),orbitDown:n(0,-1),panLeft:s(1,0),panRight:s(-1,0),panUp:s(0,-1),panDown:s(0,1),zoomIn:t(()=>e.camera.zoom(1/Sp)),zoomOut:t(()=>e.camera.zoom(Sp))}}showing(){let{app:e}=this,t=(n,s)=>()=>{let r=!e.view.options[s];e.view.setOptions({[s]:r}),Jn(n,r)};return{colour:()=>{let n=["",...(e.hello?.fields??[]).map(s=>s.name)];e.chooseField(n[(n.indexOf(e.field)+1)%n.length])},lock:()=>e.toggleLock(),wireframe:t("wireframe","wireframe"),ghost:t("ghost","ghost"),through:t("through","seeThrough"),slice:()=>e.show.setSlice(!e.show.sliceOn),value:()=>dn(e.wordsAt(0,0)??"Nothing is at the centre of the view.")}}touching(){let{app:e}=this,t=(s,r,o)=>()=>{e.grab.nudge(s,r,o,e.view.camera),e.view.requestDraw()},n=s=>()=>{e.grab.end(s),e.refreshHolding()};return{hold:()=>this.takeHold(),pinMode:()=>{this.pinOnRelease=!this.pinOnRelease,Jn("pinMode",this.pinOnRelease)},unpin:()=>e.send({kind:"unpin"}),pullLeft:t(-1,0,0),pullRight:t(1,0,0),pullUp:t(0,1,0),pullDown:t(0,-1,0),pullNearer:t(0,0,1),pullFarther:t(0,0,-1),release:()=>n(this.pinOnRelease)(),releasePin:n(!0)}}takeHold(){let{app:e}=this;if(e.grab.heldBy==="keyboard"){this.do("release");return}let t=e.view.bodyNearCentre();if(!t){dn("No body is near the centre of the view.");return}e.grab.begin(t,e.view.camera,"keyboard")&&dn(`Holding ${t.part}. Arrow keys pull, Enter lets go.`),e.refreshHolding()}keeping(){return{png:()=>{this.savePicture()},gif:()=>this.film.running?void this.endFilm():this.startFilm(),link:()=>{this.copyLink()},panels:()=>Ks(),help:()=>this.help.toggle()}}caption(){let{app:e}=this,t=getComputedStyle(document.documentElement);return{time:Ar(e.view.frame?.time??0,e.hello?.frameStep??0),field:ls(e.field),axis:e.legend.axis,text:t.getPropertyValue("--text").trim(),background:t.getPropertyValue("--view").trim()}}async savePicture(){let{app:e}=this;if(!e.view.hasPicture){dn("There is no picture to save: this browser has no WebGL.","error");return}e.view.drawNow();let{canvas:t}=e.view;try{let n=await dp(fu(t,t.width,this.caption())),s=ru(`${e.hello?.name??"pliant"} ${(e.view.frame?.time??0).toFixed(3)} s`,"png");su(n,s),dn(`Saved ${s}.`)}catch(n){dn(n instanceof Error?n.message:"The picture could not be made.","error")}}startFilm(){if(!this.app.view.hasPicture){dn("There is no picture to record: this browser has no WebGL.","error");return}this.film.start(),Jn("gif",!0),rt("recording").hidden=!1,this.app.view.requestDraw()}async endFilm(){let e=rt("recording");Jn("gif",!1);let t=await this.film.finish(performance.now(),s=>gt(e,`Making the film, ${Math.round(100*s)} %`));if(e.hidden=!0,!t){dn("The film has no frames.","error");return}let n=ru(this.app.hello?.name??"pliant","gif");su(new Blob([t],{type:"image/gif"}),n),dn(`Saved ${n}, ${Math.max(Math.round(t.length/1024),1)} KiB.`)}async copyLink(){history.replaceState(null,"",xp(this.app.view.camera.state));try{await navigator.clipboard.writeText(location.href),dn("The link is copied. It shows this scene from here, while this run lasts.")}catch{dn("The link is in the address bar: copy it from there.")}}};var nl=class{constructor(e){this.capacity=e}capacity;columns=[];start=0;filled=0;version=0;get length(){return this.filled}get width(){return this.columns.length}clear(){this.start=0,this.filled=0,this.columns=[],this.version+=1}push(e){e.length!==this.columns.length&&(this.clear(),this.columns=e.map(()=>new Float64Array(this.capacity)));let t=(this.start+this.filled)%this.capacity;this.columns.forEach((n,s)=>n[t]=e[s]),this.filled<this.capacity?this.filled+=1:this.start=(this.start+1)%this.capacity,this.version+=1}rewind(e){for(;this.filled>0&&this.latest(0)>=e;)this.filled-=1;this.version+=1}column(e){let t=new Float64Array(this.filled);if(e>=this.columns.length)return t.fill(NaN);let n=this.columns[e],s=Math.min(this.filled,this.capacity-this.start);return t.set(n.subarray(this.start,this.start+s)),t.set(n.subarray(0,this.filled-s),s),t}latest(e){return this.filled===0||e>=this.columns.length?NaN:this.columns[e][(this.start+this.filled-1)%this.capacity]}};var Xv=826690640,qv=["triangles","points","lines","frames","discs"],_u=class{constructor(e,t){this.buffer=e;this.start=t}buffer;start;place(e,t){if(!(Number.isInteger(e)&&Number.isInteger(t)&&e>=0&&t>=0)||e%4!==0)throw new Error(`an array at ${e} with ${t} numbers`);if(this.start+e+4*t>this.buffer.byteLength)throw new Error("an array beyond the end");return this.start+e}floats(e,t){return new Float32Array(this.buffer,this.place(e,t),t)}indices(e,t,n){let s=new Uint32Array(this.buffer,this.place(e,t),t).slice();for(let r of s)if(r>=n)throw new Error(`the index ${r} among ${n} points`);return s}},il=class{known=new Map;reset(){this.known.clear()}decode(e){let[t,n]=Yv(e),s=new _u(e,n),r=[],o=[];for(let a of t.parts)try{r.push(this.part(a,s))}catch(l){o.push(`Part ${a.name} cannot be drawn: ${l instanceof Error?l.message:"unknown"}.`)}return this.forgetAllBut(t.parts),{...$v(t),parts:r,complaints:o}}part(e,t){if(!qv.includes(e.shape))throw new Error(`its shape ${e.shape} is not known here`);let n=(s,r)=>s==null?null:t.floats(s,r*e.count);return{name:e.name,layer:e.layer,shape:e.shape,count:e.count,positions:t.floats(e.positions,3*e.count),values:n(e.values,1),radii:n(e.radii,1),axes:n(e.axes,9),normals:n(e.normals,3),topology:this.topologyOf(e,t),plane:e.plane===!0}}topologyOf(e,t){if(e.shape!=="triangles"&&e.shape!=="lines")return{number:e.topology,triangles:null,lines:null,rest:null};let n=e.shape==="triangles"?e.triangles:e.lines;if(n){let r=e.shape==="triangles"?3:2,o=t.indices(n[0],r*n[1],e.count),a={number:e.topology,triangles:e.shape==="triangles"?o:null,lines:e.shape==="lines"?o:null,rest:typeof e.rest=="number"?t.floats(e.rest,3*e.count).slice():null};return this.known.set(Io(e),a),a}let s=this.known.get(Io(e));if(s?.number!==e.topology)throw new Error(`its topology ${e.topology} was never sent`);return s}forgetAllBut(e){if(this.known.size<=e.length)return;let t=new Set(e.map(Io));for(let n of this.known.keys())t.has(n)||this.known.delete(n)}};function Io(i){return`${i.layer}
${i.name}`}function Yv(i){if(i.byteLength<8)throw new Error("a frame of less than 8 bytes");let e=new DataView(i);if(e.getUint32(0,!0)!==Xv)throw new Error("a binary message that is no frame");let t=e.getUint32(4,!0);if(t%4!==0||8+t>i.byteLength)throw new Error(`a frame header of ${t} bytes`);let n=new TextDecoder().decode(new Uint8Array(i,8,t)),s=JSON.parse(n);if(!s||!Array.isArray(s.parts))throw new Error("a frame header without parts");return[s,8+t]}function $v(i){let e=i.solver??{},t=i.grab??null;return{id:i.id,index:i.index,time:i.time,step:i.step,speedRatio:i.speed_ratio??NaN,field:i.field??null,solver:{stepMs:e.step_ms??NaN,iterations:e.iterations??0,contacts:e.contacts??0,phases:e.phases??[]},grab:t&&{from:Rr(t.from,[0,0,0]),to:Rr(t.to,[0,0,0]),force:t.force}}}function Zv(i,e,t){return t===e?i:t}function Jv(i,e){let t=0;for(let s=1;s<e;s+=1){let r=i.indexOf(`
`,t);if(r<0)break;t=r+1}let n=i.indexOf(`
`,t);return[t,n<0?i.length:n]}var sl=class{constructor(e,t){this.apply=e;this.problemsChanged=t;let n=se("div",{class:"gutter","aria-hidden":"true"},this.numbers),s=se("div",{class:"sheet"},this.area),r=se("div",{class:"row"},this.applyButton,this.revertButton);this.root.append(r,se("div",{class:"editor-box"},this.strips,n,s),this.head,this.list),this.area.addEventListener("input",()=>this.edited()),this.area.addEventListener("scroll",()=>this.follow()),this.area.addEventListener("keydown",o=>{o.key!=="Enter"||!(o.ctrlKey||o.metaKey)||(o.preventDefault(),this.send())}),this.applyButton.addEventListener("click",()=>this.send()),this.revertButton.addEventListener("click",()=>this.revert()),this.edited()}apply;problemsChanged;root=se("div",{class:"editor"});problems=[];base="";area=se("textarea",{id:"scene-text",spellcheck:"false",autocapitalize:"off",autocomplete:"off",wrap:"off","aria-label":"Text of the scene","aria-describedby":"problem-head"});numbers=se("div",{class:"line-numbers"});strips=se("div",{class:"line-strips"});head=se("p",{id:"problem-head",class:"quiet",role:"status"});list=se("ul",{class:"problems"});applyButton=se("button",{type:"button",class:"primary",title:"Ctrl Enter"},"Apply and restart");revertButton=se("button",{type:"button"},"Revert");counted=0;setText(e,t){let n=Zv(this.area.value,this.base,e),s=e!==this.base;this.base=e,n!==this.area.value&&(this.area.value=n),this.area.readOnly=!t,this.applyButton.hidden=!t,this.revertButton.hidden=!t,s&&this.setProblems([]),this.edited()}setProblems(e){this.problems=e,this.list.replaceChildren(...e.map(n=>this.entry(n)));let t=e.filter(n=>n.severity==="error").length;this.area.setAttribute("aria-invalid",String(t>0)),gt(this.head,this.summary(t,e.length-t)),this.markLines(),this.problemsChanged(e.length)}focusFirstProblem(){let e=this.problems.find(t=>t.line>0);e&&this.goTo(e)}summary(e,t){let n=(s,r)=>`${s} ${r}${s===1?"":"s"}`;return e>0?`${n(e,"error")}${t>0?`, ${n(t,"warning")}`:""}. The scene from before goes on.`:t>0?`${n(t,"warning")}.`:""}entry(e){let t=e.line>0?`Line ${e.line}`:"Scene",n=e.key?`${t}, ${e.key}`:t,s=se("button",{type:"button",class:`problem ${e.severity}`},se("strong",{},`${n}: ${e.severity}`),se("span",{},e.reason),se("span",{class:"quiet"},e.remedy));return s.addEventListener("click",()=>this.goTo(e)),se("li",{},s)}goTo(e){if(e.line<=0)return;let[t,n]=Jv(this.area.value,e.line),s=e.column>0?Math.min(t+e.column-1,n):t;this.area.focus(),this.area.setSelectionRange(s,n);let r=this.lineHeight();this.area.scrollTop=Math.max((e.line-4)*r,0),this.area.scrollLeft=0,this.follow()}send(){this.area.readOnly||(this.setProblems([]),this.apply(this.area.value))}revert(){this.area.value=this.base,this.setProblems([]),this.edited()}edited(){let e=this.area.value.split(`
`).length;e!==this.counted&&(this.counted=e,gt(this.numbers,Array.from({length:e},(t,n)=>n+1).join(`
`))),this.revertButton.disabled=this.area.value===this.base,this.follow()}follow(){let e=`translateY(${-this.area.scrollTop}px)`;this.numbers.style.transform=e,this.strips.style.transform=e}lineHeight(){return parseFloat(getComputedStyle(this.area).lineHeight)||18}markLines(){let e=this.problems.filter(t=>t.line>0);this.strips.replaceChildren(...e.map(t=>{let n=se("div",{class:`strip ${t.severity}`,"data-line":t.line});return n.style.setProperty("--line-index",String(t.line-1)),n}))}};var bu=1e3,Kv=100;function xu(i){return i.scale==="log"&&i.least>0&&i.most>i.least}function jv(i,e){let t=xu(i)?Math.log(e/i.least)/Math.log(i.most/i.least):(e-i.least)/(i.most-i.least);return Math.round(bu*Math.min(Math.max(Number.isFinite(t)?t:0,0),1))}function Qv(i,e){let t=e/bu;if(t<=0)return i.least;if(t>=1)return i.most;let n=xu(i)?i.least*(i.most/i.least)**t:i.least+(i.most-i.least)*t;if(i.whole)return Math.round(n);let s=xu(i)?n:i.most-i.least,r=3-Math.floor(Math.log10(Math.abs(s)||1));return r>15||r<-15?n:Number((Math.round(n*10**r)/10**r).toPrecision(12))}function rl(i){return String(Number(i.toPrecision(6)))}var yu=class{constructor(e,t,n){this.parameter=e;let s=`parameter-${t}`,r=e.unit?`${e.label} (${e.unit})`:e.label;this.slider=se("input",{type:"range",min:0,max:bu,step:1,"aria-label":`${r}, slider`}),this.number=se("input",{type:"number",id:s,step:e.whole?1:"any","data-path":e.path}),this.sending=new Mi(Kv,l=>n(e.path,l));let o=se("label",{for:s,title:e.path},e.label),a=se("span",{class:"unit"},e.unit);this.root.append(se("div",{class:"parameter-head"},o,se("span",{class:"number"},this.number,a)),this.slider),this.slider.addEventListener("input",()=>this.slid()),this.number.addEventListener("change",()=>this.typed()),this.show(e.value)}parameter;root=se("div",{class:"parameter"});slider;number;sending;take(e){this.parameter=e,document.activeElement!==this.number&&this.show(e.value)}show(e){this.slider.value=String(jv(this.parameter,e)),this.number.value=rl(e),this.slider.setAttribute("aria-valuetext",`${rl(e)} ${this.parameter.unit}`.trim())}slid(){let e=Qv(this.parameter,Number(this.slider.value));this.number.value=rl(e),this.slider.setAttribute("aria-valuetext",`${rl(e)} ${this.parameter.unit}`.trim()),this.number.removeAttribute("aria-invalid"),this.sending.offer(e)}typed(){let e=this.number.valueAsNumber;if(!Number.isFinite(e)){this.number.setAttribute("aria-invalid","true");return}this.number.removeAttribute("aria-invalid");let t=this.parameter.whole?Math.round(e):e;this.show(t),this.sending.offer(t)}},ol=class{constructor(e){this.set=e}set;root=se("div",{class:"stack"});rows=new Map;made="";setParameters(e){let t=JSON.stringify(e.map(s=>({...s,value:0})));if(t===this.made){for(let s of e)this.rows.get(s.path)?.take(s);return}this.made=t,this.rows=new Map(e.map((s,r)=>[s.path,new yu(s,r,this.set)]));let n=[...new Set(e.map(s=>s.group))];this.root.replaceChildren(...n.map(s=>this.section(s,e))),e.length===0&&this.root.append(se("p",{class:"quiet"},"This scene has no numbers to change while it runs."))}section(e,t){let n=t.filter(s=>s.group===e).map(s=>this.rows.get(s.path)?.root??"");return se("section",{class:"group"},se("h3",{},e||"Scene"),...n)}};var e_="uplot",t_="u-hz",n_="u-vt",i_="u-title",s_="u-wrap",r_="u-under",o_="u-over",a_="u-axis",tr="u-off",l_="u-select",c_="u-cursor-x",h_="u-cursor-y",u_="u-cursor-pt",d_="u-legend",f_="u-live",p_="u-inline",m_="u-series",g_="u-marker",Mp="u-label",v_="u-value",Do="width",No="height";var wp="bottom",Pr="left",Su="right",ku="#000",Ep=ku+"0",Mu="mousemove",Tp="mousedown",wu="mouseup",Ap="mouseenter",Rp="mouseleave",Cp="dblclick",__="resize",x_="scroll",Pp="change",ul="dppxchange",zu="--",Or=typeof window<"u",Cu=Or?document:null,Lr=Or?window:null,y_=Or?navigator:null,wt,al;function Pu(){let i=devicePixelRatio;wt!=i&&(wt=i,al&&Lu(Pp,al,Pu),al=matchMedia(`(min-resolution: ${wt-.001}dppx) and (max-resolution: ${wt+.001}dppx)`),nr(Pp,al,Pu),Lr.dispatchEvent(new CustomEvent(ul)))}function ii(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Iu(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Gt(i,e,t){i.style[e]=t+"px"}function wi(i,e,t,n){let s=Cu.createElement(i);return e!=null&&ii(s,e),t?.insertBefore(s,n),s}function gi(i,e){return wi("div",i,e)}var Ip=new WeakMap;function Yi(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Ip.get(i);r!=o&&(i.style.transform=r,Ip.set(i,r),e<0||t<0||e>n||t>s?ii(i,tr):Iu(i,tr))}var Lp=new WeakMap;function Dp(i,e,t){let n=e+t,s=Lp.get(i);n!=s&&(Lp.set(i,n),i.style.background=e,i.style.borderColor=t)}var Np=new WeakMap;function Up(i,e,t,n){let s=e+""+t,r=Np.get(i);s!=r&&(Np.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Hu={passive:!0},b_={...Hu,capture:!0};function nr(i,e,t,n){e.addEventListener(i,t,n?b_:Hu)}function Lu(i,e,t,n){e.removeEventListener(i,t,Hu)}Or&&Pu();function Ei(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:si((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function cm(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var hm=i=>i!=null,um=i=>i!=null&&i>0,pl=cm(hm),S_=cm(um);function M_(i,e,t,n=0,s=!1){let r=s?S_:pl,o=s?um:hm;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let u=i[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Nt,l??-Nt]}function ml(i,e,t,n){let s=Bp(i),r=Bp(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?hs:dm,a=s==1?si:vi,l=r==1?vi:si,c=a(o(_n(i))),u=l(o(_n(e))),d=Dr(t,c),h=Dr(t,u);return t==10&&(c<0&&(d=Ut(d,-c)),u<0&&(h=Ut(h,-u))),n||t==2?(i=d*s,e=h*r):(i=gm(i,d),e=gl(e,h)),[i,e]}function Vu(i,e,t,n){let s=ml(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Gu=.1,Fp={mode:3,pad:Gu},Fo={pad:0,soft:null,mode:0},w_={min:Fo,max:Fo};function dl(i,e,t,n){return vl(t)?Op(i,e,t):(Fo.pad=t,Fo.soft=n?0:null,Fo.mode=n?3:0,Op(i,e,w_))}function St(i,e){return i??e}function E_(i,e,t){for(e=St(e,0),t=St(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function Op(i,e,t){let n=t.min,s=t.max,r=St(n.pad,0),o=St(s.pad,0),a=St(n.hard,-Nt),l=St(s.hard,Nt),c=St(n.soft,Nt),u=St(s.soft,-Nt),d=St(n.mode,0),h=St(s.mode,0),f=e-i,v=hs(f),y=Wn(_n(i),_n(e)),p=hs(y),m=_n(p-v);(f<1e-24||m>10)&&(f=0,(i==0||e==0)&&(f=1e-24,d==2&&c!=Nt&&(r=0),h==2&&u!=-Nt&&(o=0)));let b=f||y||1e3,C=hs(b),w=Dr(10,si(C)),P=b*(f==0?i==0?.1:1:r),T=Ut(gm(i-P,w/10),24),_=i>=c&&(d==1||d==3&&T<=c||d==2&&T>=c)?c:Nt,E=Wn(a,T<_&&i>=_?_:Ti(_,T)),z=b*(f==0?e==0?.1:1:o),N=Ut(gl(e+z,w/10),24),L=e<=u&&(h==1||h==3&&N>=u||h==2&&N<=u)?u:-Nt,V=Ti(l,N>L&&e<=L?L:Wn(L,N));return E==V&&E==0&&(V=100),[E,V]}var T_=new Intl.NumberFormat(Or?y_.language:"en-US"),Wu=i=>T_.format(i),ri=Math,hl=ri.PI,_n=ri.abs,si=ri.floor,vn=ri.round,vi=ri.ceil,Ti=ri.min,Wn=ri.max,Dr=ri.pow,Bp=ri.sign,hs=ri.log10,dm=ri.log2,A_=(i,e=1)=>ri.sinh(i)*e,Eu=(i,e=1)=>ri.asinh(i/e),Nt=1/0;function kp(i){return(hs((i^i>>31)-(i>>31))|0)+1}function Du(i,e,t){return Ti(Wn(i,e),t)}function fm(i){return typeof i=="function"}function vt(i){return fm(i)?i:()=>i}var R_=()=>{},pm=i=>i,mm=(i,e)=>e,C_=i=>null,zp=i=>!0,Hp=(i,e)=>i==e,P_=/\.\d*?(?=9{6,}|0{6,})/gm,ir=i=>{if(_m(i)||Ls.has(i))return i;let e=`${i}`,t=e.match(P_);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${ir(s)}e${r}`}return Ut(i,n)};function Qs(i,e){return ir(Ut(ir(i/e))*e)}function gl(i,e){return ir(vi(ir(i/e))*e)}function gm(i,e){return ir(si(ir(i/e))*e)}function Ut(i,e=0){if(_m(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return vn(n)/t}var Ls=new Map;function vm(i){return((""+i).split(".")[1]||"").length}function Bo(i,e,t,n){let s=[],r=n.map(vm);for(let o=e;o<t;o++){let a=_n(o),l=Ut(Dr(i,o),a);for(let c=0;c<n.length;c++){let u=i==10?+`${n[c]}e${o}`:n[c]*l,d=(o>=0?0:a)+(o>=r[c]?0:r[c]),h=i==10?u:Ut(u,d);s.push(h),Ls.set(h,d)}}return s}var Oo={},Xu=[],Nr=[null,null],Is=Array.isArray,_m=Number.isInteger,I_=i=>i===void 0;function Vp(i){return typeof i=="string"}function vl(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function L_(i){return i!=null&&typeof i=="object"}var D_=Object.getPrototypeOf(Uint8Array),xm="__proto__";function Ur(i,e=vl){let t;if(Is(i)){let n=i.find(s=>s!=null);if(Is(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Ur(i[s],e)}else t=i.slice()}else if(i instanceof D_)t=i.slice();else if(e(i)){t={};for(let n in i)n!=xm&&(t[n]=Ur(i[n],e))}else t=i;return t}function fn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=xm&&(vl(i[s])?fn(i[s],Ur(n[s])):i[s]=Ur(n[s]))}return i}var N_=0,U_=1,F_=2;function O_(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function B_(i,e){if(H_(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return V_(o[0])||(o=z_(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let u=0;u<c;u++)t.add(l[u])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],d=Array(s).fill(void 0),h=e?e[o][c]:U_,f=[];for(let v=0;v<u.length;v++){let y=u[v],p=r.get(l[v]);y===null?h!=N_&&(d[p]=y,h==F_&&f.push(p)):d[p]=y}O_(d,f,s),n.push(d)}}return n}var k_=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function z_(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function H_(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function V_(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Wn(1,si((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var ym=["January","February","March","April","May","June","July","August","September","October","November","December"],bm=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Sm(i){return i.slice(0,3)}var G_=bm.map(Sm),W_=ym.map(Sm),X_={MMMM:ym,MMM:W_,WWWW:bm,WWW:G_};function Lo(i){return(i<10?"0":"")+i}function q_(i){return(i<10?"00":i<100?"0":"")+i}var Y_={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Lo(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Lo(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Lo(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Lo(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Lo(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>q_(i.getMilliseconds())};function qu(i,e){e=e||X_;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?Y_[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var $_=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Z_(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==$_?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var Mm=i=>i%1==0,fl=[1,2,2.5,5],J_=Bo(10,-32,0,fl),wm=Bo(10,0,32,fl),K_=wm.filter(Mm),er=J_.concat(wm),Yu=`
`,Em="{YYYY}",Gp=Yu+Em,Tm="{M}/{D}",Uo=Yu+Tm,ll=Uo+"/{YY}",Am="{aa}",j_="{h}:{mm}",Ir=j_+Am,Wp=Yu+Ir,Xp=":{ss}",Et=null;function Rm(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?Bo(10,0,3,fl).filter(Mm):Bo(10,-3,0,fl)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Em,Et,Et,Et,Et,Et,Et,1],[s*28,"{MMM}",Gp,Et,Et,Et,Et,Et,1],[s,Tm,Gp,Et,Et,Et,Et,Et,1],[n,"{h}"+Am,ll,Et,Uo,Et,Et,Et,1],[t,Ir,ll,Et,Uo,Et,Et,Et,1],[e,Xp,ll+" "+Ir,Et,Uo+" "+Ir,Et,Wp,Et,1],[i,Xp+".{fff}",ll+" "+Ir,Et,Uo+" "+Ir,Et,Wp,Et,1]];function u(d){return(h,f,v,y,p,m)=>{let b=[],C=p>=o,w=p>=r&&p<o,P=d(v),T=Ut(P*i,3),_=Tu(P.getFullYear(),C?0:P.getMonth(),w||C?1:P.getDate()),E=Ut(_*i,3);if(w||C){let z=w?p/r:0,N=C?p/o:0,L=T==E?T:Ut(Tu(_.getFullYear()+N,_.getMonth()+z,1)*i,3),V=new Date(vn(L/i)),G=V.getFullYear(),D=V.getMonth();for(let H=0;L<=y;H++){let Y=Tu(G+N*H,D+z*H,1),B=Y-d(Ut(Y*i,3));L=Ut((+Y+B)*i,3),L<=y&&b.push(L)}}else{let z=p>=s?s:p,N=si(v)-si(T),L=E+N+gl(T-E,z);b.push(L);let V=d(L),G=V.getHours()+V.getMinutes()/t+V.getSeconds()/n,D=p/n,H=h.axes[f]._space,Y=m/H;for(;L=Ut(L+p,i==1?0:3),!(L>y);)if(D>1){let B=si(Ut(G+D,6))%24,j=d(L).getHours()-B;j>1&&(j=-1),L-=j*n,G=(G+D)%24;let ee=b[b.length-1];Ut((L-ee)/p,3)*Y>=.7&&b.push(L)}else b.push(L)}return b}}return[l,c,u]}var[Q_,ex,tx]=Rm(1),[nx,ix,sx]=Rm(.001);Bo(2,-53,53,[1]);function qp(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function Yp(i,e){return(t,n,s,r,o)=>{let a=e.find(v=>o>=v[0])||e[e.length-1],l,c,u,d,h,f;return n.map(v=>{let y=i(v),p=y.getFullYear(),m=y.getMonth(),b=y.getDate(),C=y.getHours(),w=y.getMinutes(),P=y.getSeconds(),T=p!=l&&a[2]||m!=c&&a[3]||b!=u&&a[4]||C!=d&&a[5]||w!=h&&a[6]||P!=f&&a[7]||a[1];return l=p,c=m,u=b,d=C,h=w,f=P,T(y)})}}function rx(i,e){let t=qu(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Tu(i,e,t){return new Date(i,e,t)}function $p(i,e){return e(i)}var ox="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Zp(i,e){return(t,n,s,r)=>r==null?zu:e(i(n))}function ax(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function lx(i,e){return i.series[e].fill(i,e)}var cx={show:!0,live:!0,isolate:!1,mount:R_,markers:{show:!0,width:2,stroke:ax,fill:lx,dash:"solid"},idx:null,idxs:null,values:[]};function hx(i,e){let t=i.cursor.points,n=gi(),s=t.size(i,e);Gt(n,Do,s),Gt(n,No,s);let r=s/-2;Gt(n,"marginLeft",r),Gt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Gt(n,"borderWidth",o),n}function ux(i,e){let t=i.series[e].points;return t._fill||t._stroke}function dx(i,e){let t=i.series[e].points;return t._stroke||t._fill}function fx(i,e){return i.series[e].points.size}var Au=[0,0];function px(i,e,t){return Au[0]=e,Au[1]=t,Au}function cl(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Ru(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var mx={show:!0,x:!0,y:!0,lock:!1,move:px,points:{one:!1,show:hx,size:fx,width:0,stroke:dx,fill:ux},bind:{mousedown:cl,mouseup:cl,click:cl,dblclick:cl,mousemove:Ru,mouseleave:Ru,mouseenter:Ru},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Cm={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},$u=fn({},Cm,{filter:mm}),Pm=fn({},$u,{size:10}),Im=fn({},Cm,{show:!1}),Zu='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Lm="bold "+Zu,Dm=1.5,Jp={show:!0,scale:"x",stroke:ku,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Lm,side:2,grid:$u,ticks:Pm,border:Im,font:Zu,lineGap:Dm,rotate:0},gx="Value",vx="Time",Kp={show:!0,scale:"x",auto:!1,sorted:1,min:Nt,max:-Nt,idxs:[]};function _x(i,e,t,n,s){return e.map(r=>r==null?"":Wu(r))}function xx(i,e,t,n,s,r,o){let a=[],l=Ls.get(s)||0;t=o?t:Ut(gl(t,s),l);for(let c=t;c<=n;c=Ut(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Nu(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?hs:dm,u=si(c(t));s=Dr(l,u),l==10&&(s=er[Ei(s,er)]);let d=t,h=s*l;l==10&&(h=er[Ei(h,er)]);do a.push(d),d=d+s,l==10&&!Ls.has(d)&&(d=Ut(d,Ls.get(s))),d>=h&&(s=d,h=s*l,l==10&&(h=er[Ei(h,er)]));while(d<=n);return a}function yx(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?Nu(i,e,Wn(l,t),n,s):[l],u=n>=0&&t<=0?[0]:[];return(t<-l?Nu(i,e,Wn(l,-n),-t,s):[l]).reverse().map(h=>-h).concat(u,c)}var Nm=/./,bx=/[12357]/,Sx=/[125]/,jp=/1/,Uu=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function Mx(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,u=l(10,o),d=l(9,o)-u>=c?Nm:l(7,o)-u>=c?bx:l(5,o)-u>=c?Sx:jp;if(d==jp){let h=_n(l(1,o)-u);if(h<c)return Uu(e.slice().reverse(),a.distr,d,vi(c/h)).reverse()}return Uu(e,a.distr,d,1)}function wx(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=_n(l(1,o)-l(2,o));return c<a?Uu(e.slice().reverse(),3,Nm,vi(a/c)).reverse():e}function Ex(i,e,t,n){return n==null?zu:e==null?"":Wu(e)}var Qp={show:!0,scale:"y",stroke:ku,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Lm,side:3,grid:$u,ticks:Pm,border:Im,font:Zu,lineGap:Dm,rotate:0};function Tx(i,e){let t=3+(i||1)*2;return Ut(t*e,3)}function Ax(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=_n(o-r),l=i.series[e],c=a/(l.points.space*wt);return n[1]-n[0]<=c}var em={scale:null,auto:!0,sorted:0,min:Nt,max:-Nt},Um=(i,e,t,n,s)=>s,tm={show:!0,auto:!0,sorted:0,gaps:Um,alpha:1,facets:[fn({},em,{scale:"x"}),fn({},em,{scale:"y"})]},nm={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Um,alpha:1,points:{show:Ax,filter:null},values:null,min:Nt,max:-Nt,idxs:[],path:null,clip:null};function Rx(i,e,t,n,s){return t/10}var Fm={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Cx=fn({},Fm,{time:!1,ori:1}),im={};function Om(i,e){let t=im[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let u=0;u<t.plots.length;u++)t.plots[u]!=s&&t.plots[u].pub(n,s,r,o,a,l,c)}},i!=null&&(im[i]=t)),t}var Fr=1,Fu=2;function sr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],u=n==2?o[s.facets[0].scale]:o[i.series[0].scale],d=n==2?o[s.facets[1].scale]:o[s.scale],h=a.left,f=a.top,v=a.width,y=a.height,p=i.valToPosH,m=i.valToPosV;return u.ori==0?t(s,l,c,u,d,p,m,h,f,v,y,xl,Br,bl,km,Hm):t(s,l,c,u,d,m,p,f,h,y,v,yl,kr,ju,zm,Vm)}function Ju(i,e){let t=0,n=0,s=St(i.bands,Xu);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function Px(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function us(i,e,t,n,s,r){return sr(i,e,(o,a,l,c,u,d,h,f,v,y,p)=>{let m=o.pxRound,b=c.dir*(c.ori==0?1:-1),C=c.ori==0?Br:kr,w,P;b==1?(w=t,P=n):(w=n,P=t);let T=m(d(a[w],c,y,f)),_=m(h(l[w],u,p,v)),E=m(d(a[P],c,y,f)),z=m(h(r==1?u.max:u.min,u,p,v)),N=new Path2D(s);return C(N,E,z),C(N,T,z),C(N,T,_),N})}function _l(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?bl:ju,l=t;for(let d=0;d<i.length;d++){let h=i[d];if(h[1]>h[0]){let f=h[0]-l;f>0&&a(o,l,n,f,n+r),l=h[1]}}let c=t+s-l,u=10;c>0&&a(o,l,n-u/2,c,n+r+u)}return o}function Ix(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function Ku(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let d=c,h=c;if(s==1)for(;++c<=n&&e[c]===null;)h=c;else for(;--c>=t&&e[c]===null;)h=c;let f=r(i[d]),v=h==d?f:r(i[h]),y=d-s;f=o<=0&&y>=0&&y<l?r(i[y]):f;let m=h+s;v=o>=0&&m>=0&&m<l?r(i[m]):v,v>=f&&a.push([f,v])}return a}function sm(i){return i==0?pm:i==1?vn:e=>Qs(e,i)}function Bm(i){let e=i==0?xl:yl,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?n(s,r,o,a,l):(c=Ti(c,a/2,l/2),u=Ti(u,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,u),t(s,r,o+l,r,o,u),t(s,r,o,r+a,o,c),s.closePath())}}var xl=(i,e,t)=>{i.moveTo(e,t)},yl=(i,e,t)=>{i.moveTo(t,e)},Br=(i,e,t)=>{i.lineTo(e,t)},kr=(i,e,t)=>{i.lineTo(t,e)},bl=Bm(0),ju=Bm(1),km=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},zm=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},Hm=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},Vm=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Gm(i){return(e,t,n,s,r)=>sr(e,t,(o,a,l,c,u,d,h,f,v,y,p)=>{let{pxRound:m,points:b}=o,C,w;c.ori==0?(C=xl,w=km):(C=yl,w=zm);let P=Ut(b.width*wt,3),T=(b.size-b.width)/2*wt,_=Ut(T*2,3),E=new Path2D,z=new Path2D,{left:N,top:L,width:V,height:G}=e.bbox;bl(z,N-_,L-_,V+_*2,G+_*2);let D=H=>{if(l[H]!=null){let Y=m(d(a[H],c,y,f)),B=m(h(l[H],u,p,v));C(E,Y+T,B),w(E,Y,B,T,0,hl*2)}};if(r)r.forEach(D);else for(let H=n;H<=s;H++)D(H);return{stroke:P>0?E:null,fill:E,clip:z,flags:Fr|Fu}})}function Wm(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var Lx=Wm(Br),Dx=Wm(kr);function Xm(i){let e=St(i?.alignGaps,0);return(t,n,s,r)=>sr(t,n,(o,a,l,c,u,d,h,f,v,y,p)=>{[s,r]=pl(l,s,r);let m=o.pxRound,b=G=>m(d(G,c,y,f)),C=G=>m(h(G,u,p,v)),w,P;c.ori==0?(w=Br,P=Lx):(w=kr,P=Dx);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Fr},E=_.stroke,z=!1;if(r-s>=y*4){let G=ue=>t.posToVal(ue,c.key,!0),D=null,H=null,Y,B,le,$=b(a[T==1?s:r]),j=b(a[s]),ee=b(a[r]),de=G(T==1?j+1:ee-1);for(let ue=T==1?s:r;ue>=s&&ue<=r;ue+=T){let Q=a[ue],_e=(T==1?Q<de:Q>de)?$:b(Q),Ae=l[ue];_e==$?Ae!=null?(B=Ae,D==null?(w(E,_e,C(B)),Y=D=H=B):B<D?D=B:B>H&&(H=B)):Ae===null&&(z=!0):(D!=null&&P(E,$,C(D),C(H),C(Y),C(B)),Ae!=null?(B=Ae,w(E,_e,C(B)),D=H=Y=B):(D=H=null,Ae===null&&(z=!0)),$=_e,de=G($+T))}D!=null&&D!=H&&le!=$&&P(E,$,C(D),C(H),C(Y),C(B))}else for(let G=T==1?s:r;G>=s&&G<=r;G+=T){let D=l[G];D===null?z=!0:D!=null&&w(E,b(a[G]),C(D))}let[L,V]=Ju(t,n);if(o.fill!=null||L!=0){let G=_.fill=new Path2D(E),D=o.fillTo(t,n,o.min,o.max,L),H=C(D),Y=b(a[s]),B=b(a[r]);T==-1&&([B,Y]=[Y,B]),w(G,B,H),w(G,Y,H)}if(!o.spanGaps){let G=[];z&&G.push(...Ku(a,l,s,r,T,b,e)),_.gaps=G=o.gaps(t,n,s,r,G),_.clip=_l(G,c.ori,f,v,y,p)}return V!=0&&(_.band=V==2?[us(t,n,s,r,E,-1),us(t,n,s,r,E,1)]:us(t,n,s,r,E,V)),_})}function Nx(i){let e=St(i.align,1),t=St(i.ascDesc,!1),n=St(i.alignGaps,0),s=St(i.extend,!1);return(r,o,a,l)=>sr(r,o,(c,u,d,h,f,v,y,p,m,b,C)=>{[a,l]=pl(d,a,l);let w=c.pxRound,{left:P,width:T}=r.bbox,_=j=>w(v(j,h,b,p)),E=j=>w(y(j,f,C,m)),z=h.ori==0?Br:kr,N={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Fr},L=N.stroke,V=h.dir*(h.ori==0?1:-1),G=E(d[V==1?a:l]),D=_(u[V==1?a:l]),H=D,Y=D;s&&e==-1&&(Y=P,z(L,Y,G)),z(L,D,G);for(let j=V==1?a:l;j>=a&&j<=l;j+=V){let ee=d[j];if(ee==null)continue;let de=_(u[j]),ue=E(ee);e==1?z(L,de,G):z(L,H,ue),z(L,de,ue),G=ue,H=de}let B=H;s&&e==1&&(B=P+T,z(L,B,G));let[le,$]=Ju(r,o);if(c.fill!=null||le!=0){let j=N.fill=new Path2D(L),ee=c.fillTo(r,o,c.min,c.max,le),de=E(ee);z(j,B,de),z(j,Y,de)}if(!c.spanGaps){let j=[];j.push(...Ku(u,d,a,l,V,_,n));let ee=c.width*wt/2,de=t||e==1?ee:-ee,ue=t||e==-1?-ee:ee;j.forEach(Q=>{Q[0]+=de,Q[1]+=ue}),N.gaps=j=c.gaps(r,o,a,l,j),N.clip=_l(j,h.ori,p,m,b,C)}return $!=0&&(N.band=$==2?[us(r,o,a,l,L,-1),us(r,o,a,l,L,1)]:us(r,o,a,l,L,$)),N})}function rm(i,e,t,n,s,r,o=Nt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let u=_n(i[l]-i[a]);u<c&&(c=u,o=_n(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function Ux(i){i=i||Oo;let e=St(i.size,[.6,Nt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=vt(s),o=1-e[0],a=St(e[1],Nt),l=St(e[2],1),c=St(i.disp,Oo),u=St(i.each,f=>{}),{fill:d,stroke:h}=c;return(f,v,y,p)=>sr(f,v,(m,b,C,w,P,T,_,E,z,N,L)=>{let V=m.pxRound,G=t,D=n*wt,H=a*wt,Y=l*wt,B,le;w.ori==0?[B,le]=r(f,v):[le,B]=r(f,v);let $=w.dir*(w.ori==0?1:-1),j=w.ori==0?bl:ju,ee=w.ori==0?u:(Ce,qe,st,Me,Lt,ze,Xe)=>{u(Ce,qe,st,Lt,Me,Xe,ze)},de=St(f.bands,Xu).find(Ce=>Ce.series[0]==v),ue=de!=null?de.dir:0,Q=m.fillTo(f,v,m.min,m.max,ue),me=V(_(Q,P,L,z)),_e,Ae,Se,Ge=N,it=V(m.width*wt),He=!1,ht=null,at=null,tt=null,Xt=null;d!=null&&(it==0||h!=null)&&(He=!0,ht=d.values(f,v,y,p),at=new Map,new Set(ht).forEach(Ce=>{Ce!=null&&at.set(Ce,new Path2D)}),it>0&&(tt=h.values(f,v,y,p),Xt=new Map,new Set(tt).forEach(Ce=>{Ce!=null&&Xt.set(Ce,new Path2D)})));let{x0:Ot,size:rn}=c;if(Ot!=null&&rn!=null){G=1,b=Ot.values(f,v,y,p),Ot.unit==2&&(b=b.map(st=>f.posToVal(E+st*N,w.key,!0)));let Ce=rn.values(f,v,y,p);rn.unit==2?Ae=Ce[0]*N:Ae=T(Ce[0],w,N,E)-T(0,w,N,E),Ge=rm(b,C,T,w,N,E,Ge),Se=Ge-Ae+D}else Ge=rm(b,C,T,w,N,E,Ge),Se=Ge*o+D,Ae=Ge-Se;Se<1&&(Se=0),it>=Ae/2&&(it=0),Se<5&&(V=pm);let Pt=Se>0,bn=Ge-Se-(Pt?it:0);Ae=V(Du(bn,Y,H)),_e=(G==0?Ae/2:G==$?0:Ae)-G*$*((G==0?D/2:0)+(Pt?it/2:0));let yt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},mn=He?null:new Path2D,Jt=null;if(de!=null)Jt=f.data[de.series[1]];else{let{y0:Ce,y1:qe}=c;Ce!=null&&qe!=null&&(C=qe.values(f,v,y,p),Jt=Ce.values(f,v,y,p))}let on=B*Ae,F=le*Ae;for(let Ce=$==1?y:p;Ce>=y&&Ce<=p;Ce+=$){let qe=C[Ce];if(qe==null)continue;if(Jt!=null){let W=Jt[Ce]??0;if(qe-W==0)continue;me=_(W,P,L,z)}let st=w.distr!=2||c!=null?b[Ce]:Ce,Me=T(st,w,N,E),Lt=_(St(qe,Q),P,L,z),ze=V(Me-_e),Xe=V(Wn(Lt,me)),A=V(Ti(Lt,me)),x=Xe-A;if(qe!=null){let W=qe<0?F:on,he=qe<0?on:F;He?(it>0&&tt[Ce]!=null&&j(Xt.get(tt[Ce]),ze,A+si(it/2),Ae,Wn(0,x-it),W,he),ht[Ce]!=null&&j(at.get(ht[Ce]),ze,A+si(it/2),Ae,Wn(0,x-it),W,he)):j(mn,ze,A+si(it/2),Ae,Wn(0,x-it),W,he),ee(f,v,Ce,ze-it/2,A,Ae+it,x)}}return it>0?yt.stroke=He?Xt:mn:He||(yt._fill=m.width==0?m._fill:m._stroke??m._fill,yt.width=0),yt.fill=He?at:mn,yt})}function Fx(i,e){let t=St(e?.alignGaps,0);return(n,s,r,o)=>sr(n,s,(a,l,c,u,d,h,f,v,y,p,m)=>{[r,o]=pl(c,r,o);let b=a.pxRound,C=B=>b(h(B,u,p,v)),w=B=>b(f(B,d,m,y)),P,T,_;u.ori==0?(P=xl,_=Br,T=Hm):(P=yl,_=kr,T=Vm);let E=u.dir*(u.ori==0?1:-1),z=C(l[E==1?r:o]),N=z,L=[],V=[];for(let B=E==1?r:o;B>=r&&B<=o;B+=E)if(c[B]!=null){let $=l[B],j=C($);L.push(N=j),V.push(w(c[B]))}let G={stroke:i(L,V,P,_,T,b),fill:null,clip:null,band:null,gaps:null,flags:Fr},D=G.stroke,[H,Y]=Ju(n,s);if(a.fill!=null||H!=0){let B=G.fill=new Path2D(D),le=a.fillTo(n,s,a.min,a.max,H),$=w(le);_(B,N,$),_(B,z,$)}if(!a.spanGaps){let B=[];B.push(...Ku(l,c,r,o,E,C,t)),G.gaps=B=a.gaps(n,s,r,o,B),G.clip=_l(B,u.ori,v,y,p,m)}return Y!=0&&(G.band=Y==2?[us(n,s,r,o,D,-1),us(n,s,r,o,D,1)]:us(n,s,r,o,D,Y)),G})}function Ox(i){return Fx(Bx,i)}function Bx(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),d=Array(o-1);for(let h=0;h<o-1;h++)u[h]=e[h+1]-e[h],d[h]=i[h+1]-i[h],c[h]=u[h]/d[h];l[0]=c[0];for(let h=1;h<o-1;h++)c[h]===0||c[h-1]===0||c[h-1]>0!=c[h]>0?l[h]=0:(l[h]=3*(d[h-1]+d[h])/((2*d[h]+d[h-1])/c[h-1]+(d[h]+2*d[h-1])/c[h]),isFinite(l[h])||(l[h]=0));l[o-1]=c[o-2];for(let h=0;h<o-1;h++)s(a,i[h]+d[h]/3,e[h]+l[h]*d[h]/3,i[h+1]-d[h]/3,e[h+1]-l[h+1]*d[h]/3,i[h+1],e[h+1])}return a}var Ou=new Set;function om(){for(let i of Ou)i.syncRect(!0)}Or&&(nr(__,Lr,om),nr(x_,Lr,om,!0),nr(ul,Lr,()=>{In.pxRatio=wt}));var kx=Xm(),zx=Gm();function am(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Bu(r,o,e,t))}function Hx(i,e){return i.map((t,n)=>n==0?{}:fn({},e,t))}function Bu(i,e,t,n){return fn({},e==0?t:n,i)}function qm(i,e,t){return e==null?Nr:[e,t]}var Vx=qm;function Gx(i,e,t){return e==null?Nr:dl(e,t,Gu,!0)}function Ym(i,e,t,n){return e==null?Nr:ml(e,t,i.scales[n].log,!1)}var Wx=Ym;function $m(i,e,t,n){return e==null?Nr:Vu(e,t,i.scales[n].log,!1)}var Xx=$m;function qx(i,e,t,n,s){let r=Wn(kp(i),kp(e)),o=e-i,a=Ei(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?Ls.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function lm(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=vn((t=+s)*wt))+"px"),[i,e,t]}function Yx(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Ut(e[2]*wt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function In(i,e,t){let n={mode:St(i.mode,1)},s=n.mode;function r(g,S,R,I){let k=S.valToPct(g);return I+R*(S.dir==-1?1-k:k)}function o(g,S,R,I){let k=S.valToPct(g);return I+R*(S.dir==-1?k:1-k)}function a(g,S,R,I){return S.ori==0?r(g,S,R,I):o(g,S,R,I)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=gi(e_);if(i.id!=null&&(c.id=i.id),ii(c,i.class),i.title){let g=gi(i_,c);g.textContent=i.title}let u=wi("canvas"),d=n.ctx=u.getContext("2d"),h=gi(s_,c);nr("click",h,g=>{g.target===v&&(zt!=yr||qt!=br)&&Pn.click(n,g)},!0);let f=n.under=gi(r_,h);h.appendChild(u);let v=n.over=gi(o_,h);i=Ur(i);let y=+St(i.pxAlign,1),p=sm(y);(i.plugins||[]).forEach(g=>{g.opts&&(i=g.opts(n,i)||i)});let m=i.ms||.001,b=n.series=s==1?am(i.series||[],Kp,nm,!1):Hx(i.series||[null],tm),C=n.axes=am(i.axes||[],Jp,Qp,!0),w=n.scales={},P=n.bands=i.bands||[];P.forEach(g=>{g.fill=vt(g.fill||null),g.dir=St(g.dir,-1)});let T=s==2?b[1].facets[0].scale:b[0].scale,_={axes:os,series:dt},E=(i.drawOrder||["axes","series"]).map(g=>_[g]);function z(g){let S=g.distr==3?R=>hs(R>0?R:g.clamp(n,R,g.min,g.max,g.key)):g.distr==4?R=>Eu(R,g.asinh):g.distr==100?R=>g.fwd(R):R=>R;return R=>{let I=S(R),{_min:k,_max:Z}=g,ae=Z-k;return(I-k)/ae}}function N(g){let S=w[g];if(S==null){let R=(i.scales||Oo)[g]||Oo;if(R.from!=null){N(R.from);let I=fn({},w[R.from],R,{key:g});I.valToPct=z(I),w[g]=I}else{S=w[g]=fn({},g==T?Fm:Cx,R),S.key=g;let I=S.time,k=S.range,Z=Is(k);if((g!=T||s==2&&!I)&&(Z&&(k[0]==null||k[1]==null)&&(k={min:k[0]==null?Fp:{mode:1,hard:k[0],soft:k[0]},max:k[1]==null?Fp:{mode:1,hard:k[1],soft:k[1]}},Z=!1),!Z&&vl(k))){let ae=k;k=(fe,ye,De)=>ye==null?Nr:dl(ye,De,ae)}S.range=vt(k||(I?Vx:g==T?S.distr==3?Wx:S.distr==4?Xx:qm:S.distr==3?Ym:S.distr==4?$m:Gx)),S.auto=vt(Z?!1:S.auto),S.clamp=vt(S.clamp||Rx),S._min=S._max=null,S.valToPct=z(S)}}}N("x"),N("y"),s==1&&b.forEach(g=>{N(g.scale)}),C.forEach(g=>{N(g.scale)});for(let g in i.scales)N(g);let L=w[T],V=L.distr,G,D;L.ori==0?(ii(c,t_),G=r,D=o):(ii(c,n_),G=o,D=r);let H={};for(let g in w){let S=w[g];(S.min!=null||S.max!=null)&&(H[g]={min:S.min,max:S.max},S.min=S.max=null)}let Y=i.tzDate||(g=>new Date(vn(g/m))),B=i.fmtDate||qu,le=m==1?tx(Y):sx(Y),$=Yp(Y,qp(m==1?ex:ix,B)),j=Zp(Y,$p(ox,B)),ee=[],de=n.legend=fn({},cx,i.legend),ue=n.cursor=fn({},mx,{drag:{y:s==2}},i.cursor),Q=de.show,me=ue.show,_e=de.markers;de.idxs=ee,_e.width=vt(_e.width),_e.dash=vt(_e.dash),_e.stroke=vt(_e.stroke),_e.fill=vt(_e.fill);let Ae,Se,Ge,it=[],He=[],ht,at=!1,tt={};if(de.live){let g=b[1]?b[1].values:null;at=g!=null,ht=at?g(n,1,0):{_:0};for(let S in ht)tt[S]=zu}if(Q)if(Ae=wi("table",d_,c),Ge=wi("tbody",null,Ae),de.mount(n,Ae),at){Se=wi("thead",null,Ae,Ge);let g=wi("tr",null,Se);wi("th",null,g);for(var Xt in ht)wi("th",Mp,g).textContent=Xt}else ii(Ae,p_),de.live&&ii(Ae,f_);let Ot={show:!0},rn={show:!1};function Pt(g,S){if(S==0&&(at||!de.live||s==2))return Nr;let R=[],I=wi("tr",m_,Ge,Ge.childNodes[S]);ii(I,g.class),g.show||ii(I,tr);let k=wi("th",null,I);if(_e.show){let fe=gi(g_,k);if(S>0){let ye=_e.width(n,S);ye&&(fe.style.border=ye+"px "+_e.dash(n,S)+" "+_e.stroke(n,S)),fe.style.background=_e.fill(n,S)}}let Z=gi(Mp,k);g.label instanceof HTMLElement?Z.appendChild(g.label):Z.textContent=g.label,S>0&&(_e.show||(Z.style.color=g.width>0?_e.stroke(n,S):_e.fill(n,S)),yt("click",k,fe=>{if(ue._lock)return;Ze(fe);let ye=b.indexOf(g);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let De=b.some((Ne,Fe)=>Fe>0&&Fe!=ye&&Ne.show);b.forEach((Ne,Fe)=>{Fe>0&&zi(Fe,De?Fe==ye?Ot:rn:Ot,!0,hn.setSeries)})}else zi(ye,{show:!g.show},!0,hn.setSeries)},!1),Je&&yt(Ap,k,fe=>{ue._lock||(Ze(fe),zi(b.indexOf(g),Mr,!0,hn.setSeries))},!1));for(var ae in ht){let fe=wi("td",v_,I);fe.textContent="--",R.push(fe)}return[I,R]}let bn=new Map;function yt(g,S,R,I=!0){let k=bn.get(S)||{},Z=ue.bind[g](n,S,R,I);Z&&(nr(g,S,k[g]=Z),bn.set(S,k))}function mn(g,S,R){let I=bn.get(S)||{};for(let k in I)(g==null||k==g)&&(Lu(k,S,I[k]),delete I[k]);g==null&&bn.delete(S)}let Jt=0,on=0,F=0,Ce=0,qe=0,st=0,Me=qe,Lt=st,ze=F,Xe=Ce,A=0,x=0,W=0,he=0;n.bbox={};let oe=!1,ve=!1,xe=!1,te=!1,ie=!1,pe=!1;function U(g,S,R){(R||g!=n.width||S!=n.height)&&re(g,S),lt(!1),xe=!0,ve=!0,Dn()}function re(g,S){n.width=Jt=F=g,n.height=on=Ce=S,qe=st=0,be(),Ve();let R=n.bbox;A=R.left=Qs(qe*wt,.5),x=R.top=Qs(st*wt,.5),W=R.width=Qs(F*wt,.5),he=R.height=Qs(Ce*wt,.5)}let ne=3;function we(){let g=!1,S=0;for(;!g;){S++;let R=vr(S),I=ki(S);g=S==ne||R&&I,g||(re(n.width,n.height),ve=!0)}}function ge({width:g,height:S}){U(g,S)}n.setSize=ge;function be(){let g=!1,S=!1,R=!1,I=!1;C.forEach((k,Z)=>{if(k.show&&k._show){let{side:ae,_size:fe}=k,ye=ae%2,De=k.label!=null?k.labelSize:0,Ne=fe+De;Ne>0&&(ye?(F-=Ne,ae==3?(qe+=Ne,I=!0):R=!0):(Ce-=Ne,ae==0?(st+=Ne,g=!0):S=!0))}}),Oi[0]=g,Oi[1]=R,Oi[2]=S,Oi[3]=I,F-=yi[1]+yi[3],qe+=yi[3],Ce-=yi[2]+yi[0],st+=yi[0]}function Ve(){let g=qe+F,S=st+Ce,R=qe,I=st;function k(Z,ae){switch(Z){case 1:return g+=ae,g-ae;case 2:return S+=ae,S-ae;case 3:return R-=ae,R+ae;case 0:return I-=ae,I+ae}}C.forEach((Z,ae)=>{if(Z.show&&Z._show){let fe=Z.side;Z._pos=k(fe,Z._size),Z.label!=null&&(Z._lpos=k(fe,Z.labelSize))}})}if(ue.dataIdx==null){let g=ue.hover,S=g.skip=new Set(g.skip??[]);S.add(void 0);let R=g.prox=vt(g.prox),I=g.bias??=0;ue.dataIdx=(k,Z,ae,fe)=>{if(Z==0)return ae;let ye=ae,De=R(k,Z,ae,fe)??Nt,Ne=De>=0&&De<Nt,Fe=L.ori==0?F:Ce,nt=ue.left,Mt=e[0],bt=e[Z];if(S.has(bt[ae])){ye=null;let ft=null,$e=null,We;if(I==0||I==-1)for(We=ae;ft==null&&We-- >0;)S.has(bt[We])||(ft=We);if(I==0||I==1)for(We=ae;$e==null&&We++<bt.length;)S.has(bt[We])||($e=We);if(ft!=null||$e!=null)if(Ne){let Vt=ft==null?-1/0:G(Mt[ft],L,Fe,0),Qt=$e==null?1/0:G(Mt[$e],L,Fe,0),En=nt-Vt,It=Qt-nt;En<=It?En<=De&&(ye=ft):It<=De&&(ye=$e)}else ye=$e==null?ft:ft==null?$e:ae-ft<=$e-ae?ft:$e}else Ne&&_n(nt-G(Mt[ae],L,Fe,0))>De&&(ye=null);return ye}}let Ze=g=>{ue.event=g};ue.idxs=ee,ue._lock=!1;let ce=ue.points;ce.show=vt(ce.show),ce.size=vt(ce.size),ce.stroke=vt(ce.stroke),ce.width=vt(ce.width),ce.fill=vt(ce.fill);let Oe=n.focus=fn({},i.focus||{alpha:.3},ue.focus),Je=Oe.prox>=0,Re=Je&&ce.one,ot=[],kt=[],kn=[];function _o(g,S){let R=ce.show(n,S);if(R instanceof HTMLElement)return ii(R,u_),ii(R,g.class),Yi(R,-10,-10,F,Ce),v.insertBefore(R,ot[S]),R}function pr(g,S){if(s==1||S>0){let R=s==1&&w[g.scale].time,I=g.value;g.value=R?Vp(I)?Zp(Y,$p(I,B)):I||j:I||Ex,g.label=g.label||(R?vx:gx)}if(Re||S>0){g.width=g.width==null?1:g.width,g.paths=g.paths||kx||C_,g.fillTo=vt(g.fillTo||Px),g.pxAlign=+St(g.pxAlign,y),g.pxRound=sm(g.pxAlign),g.stroke=vt(g.stroke||null),g.fill=vt(g.fill||null),g._stroke=g._fill=g._paths=g._focus=null;let R=Tx(Wn(1,g.width),1),I=g.points=fn({},{size:R,width:Wn(1,R*.2),stroke:g.stroke,space:R*2,paths:zx,_stroke:null,_fill:null},g.points);I.show=vt(I.show),I.filter=vt(I.filter),I.fill=vt(I.fill),I.stroke=vt(I.stroke),I.paths=vt(I.paths),I.pxAlign=g.pxAlign}if(Q){let R=Pt(g,S);it.splice(S,0,R[0]),He.splice(S,0,R[1]),de.values.push(null)}if(me){ee.splice(S,0,null);let R=null;Re?S==0&&(R=_o(g,S)):S>0&&(R=_o(g,S)),ot.splice(S,0,R),kt.splice(S,0,0),kn.splice(S,0,0)}wn("addSeries",S)}function Yh(g,S){S=S??b.length,g=s==1?Bu(g,S,Kp,nm):Bu(g,S,{},tm),b.splice(S,0,g),pr(b[S],S)}n.addSeries=Yh;function Fa(g){if(b.splice(g,1),Q){de.values.splice(g,1),He.splice(g,1);let S=it.splice(g,1)[0];mn(null,S.firstChild),S.remove()}me&&(ee.splice(g,1),ot.splice(g,1)[0].remove(),kt.splice(g,1),kn.splice(g,1)),wn("delSeries",g)}n.delSeries=Fa;let Oi=[!1,!1,!1,!1];function is(g,S){if(g._show=g.show,g.show){let R=g.side%2,I=w[g.scale];I==null&&(g.scale=R?b[1].scale:T,I=w[g.scale]);let k=I.time;g.size=vt(g.size),g.space=vt(g.space),g.rotate=vt(g.rotate),Is(g.incrs)&&g.incrs.forEach(ae=>{!Ls.has(ae)&&Ls.set(ae,vm(ae))}),g.incrs=vt(g.incrs||(I.distr==2?K_:k?m==1?Q_:nx:er)),g.splits=vt(g.splits||(k&&I.distr==1?le:I.distr==3?Nu:I.distr==4?yx:xx)),g.stroke=vt(g.stroke),g.grid.stroke=vt(g.grid.stroke),g.ticks.stroke=vt(g.ticks.stroke),g.border.stroke=vt(g.border.stroke);let Z=g.values;g.values=Is(Z)&&!Is(Z[0])?vt(Z):k?Is(Z)?Yp(Y,qp(Z,B)):Vp(Z)?rx(Y,Z):Z||$:Z||_x,g.filter=vt(g.filter||(I.distr>=3&&I.log==10?Mx:I.distr==3&&I.log==2?wx:mm)),g.font=lm(g.font),g.labelFont=lm(g.labelFont),g._size=g.size(n,null,S,0),g._space=g._rotate=g._incrs=g._found=g._splits=g._values=null,g._size>0&&(Oi[S]=!0,g._el=gi(a_,h))}}function ss(g,S,R,I){let[k,Z,ae,fe]=R,ye=S%2,De=0;return ye==0&&(fe||Z)&&(De=S==0&&!k||S==2&&!ae?vn(Jp.size/3):0),ye==1&&(k||ae)&&(De=S==1&&!Z||S==3&&!fe?vn(Qp.size/2):0),De}let xo=n.padding=(i.padding||[ss,ss,ss,ss]).map(g=>vt(St(g,ss))),yi=n._padding=xo.map((g,S)=>g(n,S,Oi,0)),Kt,nn=null,sn=null,Bi=s==1?b[0].idxs:null,Qn=null,Es=!1;function yo(g,S){if(e=g??[],n.data=n._data=e,s==2){Kt=0;for(let R=1;R<b.length;R++)Kt+=e[R][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),Qn=e[0],Kt=Qn.length;let R=e;if(V==2){R=e.slice();let I=R[0]=Array(Kt);for(let k=0;k<Kt;k++)I[k]=k}n._data=e=R}if(lt(!0),wn("setData"),V==2&&(xe=!0),S!==!1){let R=L;R.auto(n,Es)?bo():Rs(T,R.min,R.max),te=te||ue.left>=0,pe=!0,Dn()}}n.setData=yo;function bo(){Es=!0;let g,S;s==1&&(Kt>0?(nn=Bi[0]=0,sn=Bi[1]=Kt-1,g=e[0][nn],S=e[0][sn],V==2?(g=nn,S=sn):g==S&&(V==3?[g,S]=ml(g,g,L.log,!1):V==4?[g,S]=Vu(g,g,L.log,!1):L.time?S=g+vn(86400/m):[g,S]=dl(g,S,Gu,!0))):(nn=Bi[0]=g=null,sn=Bi[1]=S=null)),Rs(T,g,S)}let mr,Ts,gr,M,O,K,X,q,Ee,Pe;function Te(g,S,R,I,k,Z){g??=Ep,R??=Xu,I??="butt",k??=Ep,Z??="round",g!=mr&&(d.strokeStyle=mr=g),k!=Ts&&(d.fillStyle=Ts=k),S!=gr&&(d.lineWidth=gr=S),Z!=O&&(d.lineJoin=O=Z),I!=K&&(d.lineCap=K=I),R!=M&&d.setLineDash(M=R)}function Ie(g,S,R,I){S!=Ts&&(d.fillStyle=Ts=S),g!=X&&(d.font=X=g),R!=q&&(d.textAlign=q=R),I!=Ee&&(d.textBaseline=Ee=I)}function ke(g,S,R,I,k=0){if(I.length>0&&g.auto(n,Es)&&(S==null||S.min==null)){let Z=St(nn,0),ae=St(sn,I.length-1),fe=R.min==null?M_(I,Z,ae,k,g.distr==3):[R.min,R.max];g.min=Ti(g.min,R.min=fe[0]),g.max=Wn(g.max,R.max=fe[1])}}let je={min:null,max:null};function ut(){for(let I in w){let k=w[I];H[I]==null&&(k.min==null||H[T]!=null&&k.auto(n,Es))&&(H[I]=je)}for(let I in w){let k=w[I];H[I]==null&&k.from!=null&&H[k.from]!=null&&(H[I]=je)}H[T]!=null&&lt(!0);let g={};for(let I in H){let k=H[I];if(k!=null){let Z=g[I]=Ur(w[I],L_);if(k.min!=null)fn(Z,k);else if(I!=T||s==2)if(Kt==0&&Z.from==null){let ae=Z.range(n,null,null,I);Z.min=ae[0],Z.max=ae[1]}else Z.min=Nt,Z.max=-Nt}}if(Kt>0){b.forEach((I,k)=>{if(s==1){let Z=I.scale,ae=H[Z];if(ae==null)return;let fe=g[Z];if(k==0){let ye=fe.range(n,fe.min,fe.max,Z);fe.min=ye[0],fe.max=ye[1],nn=Ei(fe.min,e[0]),sn=Ei(fe.max,e[0]),sn-nn>1&&(e[0][nn]<fe.min&&nn++,e[0][sn]>fe.max&&sn--),I.min=Qn[nn],I.max=Qn[sn]}else I.show&&I.auto&&ke(fe,ae,I,e[k],I.sorted);I.idxs[0]=nn,I.idxs[1]=sn}else if(k>0&&I.show&&I.auto){let[Z,ae]=I.facets,fe=Z.scale,ye=ae.scale,[De,Ne]=e[k],Fe=g[fe],nt=g[ye];Fe!=null&&ke(Fe,H[fe],Z,De,Z.sorted),nt!=null&&ke(nt,H[ye],ae,Ne,ae.sorted),I.min=ae.min,I.max=ae.max}});for(let I in g){let k=g[I],Z=H[I];if(k.from==null&&(Z==null||Z.min==null)){let ae=k.range(n,k.min==Nt?null:k.min,k.max==-Nt?null:k.max,I);k.min=ae[0],k.max=ae[1]}}}for(let I in g){let k=g[I];if(k.from!=null){let Z=g[k.from];if(Z.min==null)k.min=k.max=null;else{let ae=k.range(n,Z.min,Z.max,I);k.min=ae[0],k.max=ae[1]}}}let S={},R=!1;for(let I in g){let k=g[I],Z=w[I];if(Z.min!=k.min||Z.max!=k.max){Z.min=k.min,Z.max=k.max;let ae=Z.distr;Z._min=ae==3?hs(Z.min):ae==4?Eu(Z.min,Z.asinh):ae==100?Z.fwd(Z.min):Z.min,Z._max=ae==3?hs(Z.max):ae==4?Eu(Z.max,Z.asinh):ae==100?Z.fwd(Z.max):Z.max,S[I]=R=!0}}if(R){b.forEach((I,k)=>{s==2?k>0&&S.y&&(I._paths=null):S[I.scale]&&(I._paths=null)});for(let I in S)xe=!0,wn("setScale",I);me&&ue.left>=0&&(te=pe=!0)}for(let I in H)H[I]=null}function Be(g){let S=Du(nn-1,0,Kt-1),R=Du(sn+1,0,Kt-1);for(;g[S]==null&&S>0;)S--;for(;g[R]==null&&R<Kt-1;)R++;return[S,R]}function dt(){if(Kt>0){let g=b.some(S=>S._focus)&&Pe!=Oe.alpha;g&&(d.globalAlpha=Pe=Oe.alpha),b.forEach((S,R)=>{if(R>0&&S.show&&(Zt(R,!1),Zt(R,!0),S._paths==null)){let I=Pe;Pe!=S.alpha&&(d.globalAlpha=Pe=S.alpha);let k=s==2?[0,e[R][0].length-1]:Be(e[R]);S._paths=S.paths(n,R,k[0],k[1]),Pe!=I&&(d.globalAlpha=Pe=I)}}),b.forEach((S,R)=>{if(R>0&&S.show){let I=Pe;Pe!=S.alpha&&(d.globalAlpha=Pe=S.alpha),S._paths!=null&&At(R,!1);{let k=S._paths!=null?S._paths.gaps:null,Z=S.points.show(n,R,nn,sn,k),ae=S.points.filter(n,R,Z,k);(Z||ae)&&(S.points._paths=S.points.paths(n,R,nn,sn,ae),At(R,!0))}Pe!=I&&(d.globalAlpha=Pe=I),wn("drawSeries",R)}}),g&&(d.globalAlpha=Pe=1)}}function Zt(g,S){let R=S?b[g].points:b[g];R._stroke=R.stroke(n,g),R._fill=R.fill(n,g)}function At(g,S){let R=S?b[g].points:b[g],{stroke:I,fill:k,clip:Z,flags:ae,_stroke:fe=R._stroke,_fill:ye=R._fill,_width:De=R.width}=R._paths;De=Ut(De*wt,3);let Ne=null,Fe=De%2/2;S&&ye==null&&(ye=De>0?"#fff":fe);let nt=R.pxAlign==1&&Fe>0;if(nt&&d.translate(Fe,Fe),!S){let Mt=A-De/2,bt=x-De/2,ft=W+De,$e=he+De;Ne=new Path2D,Ne.rect(Mt,bt,ft,$e)}S?Ue(fe,De,R.dash,R.cap,ye,I,k,ae,Z):Rt(g,fe,De,R.dash,R.cap,ye,I,k,ae,Ne,Z),nt&&d.translate(-Fe,-Fe)}function Rt(g,S,R,I,k,Z,ae,fe,ye,De,Ne){let Fe=!1;ye!=0&&P.forEach((nt,Mt)=>{if(nt.series[0]==g){let bt=b[nt.series[1]],ft=e[nt.series[1]],$e=(bt._paths||Oo).band;Is($e)&&($e=nt.dir==1?$e[0]:$e[1]);let We,Vt=null;bt.show&&$e&&E_(ft,nn,sn)?(Vt=nt.fill(n,Mt)||Z,We=bt._paths.clip):$e=null,Ue(S,R,I,k,Vt,ae,fe,ye,De,Ne,We,$e),Fe=!0}}),Fe||Ue(S,R,I,k,Z,ae,fe,ye,De,Ne)}let gn=Fr|Fu;function Ue(g,S,R,I,k,Z,ae,fe,ye,De,Ne,Fe){Te(g,S,R,I,k),(ye||De||Fe)&&(d.save(),ye&&d.clip(ye),De&&d.clip(De)),Fe?(fe&gn)==gn?(d.clip(Fe),Ne&&d.clip(Ne),mt(k,ae),an(g,Z,S)):fe&Fu?(mt(k,ae),d.clip(Fe),an(g,Z,S)):fe&Fr&&(d.save(),d.clip(Fe),Ne&&d.clip(Ne),mt(k,ae),d.restore(),an(g,Z,S)):(mt(k,ae),an(g,Z,S)),(ye||De||Fe)&&d.restore()}function an(g,S,R){R>0&&(S instanceof Map?S.forEach((I,k)=>{d.strokeStyle=mr=k,d.stroke(I)}):S!=null&&g&&d.stroke(S))}function mt(g,S){S instanceof Map?S.forEach((R,I)=>{d.fillStyle=Ts=I,d.fill(R)}):S!=null&&g&&d.fill(S)}function rs(g,S,R,I){let k=C[g],Z;if(I<=0)Z=[0,0];else{let ae=k._space=k.space(n,g,S,R,I),fe=k._incrs=k.incrs(n,g,S,R,I,ae);Z=qx(S,R,fe,I,ae)}return k._found=Z}function ln(g,S,R,I,k,Z,ae,fe,ye,De){let Ne=ae%2/2;y==1&&d.translate(Ne,Ne),Te(fe,ae,ye,De,fe),d.beginPath();let Fe,nt,Mt,bt,ft=k+(I==0||I==3?-Z:Z);R==0?(nt=k,bt=ft):(Fe=k,Mt=ft);for(let $e=0;$e<g.length;$e++)S[$e]!=null&&(R==0?Fe=Mt=g[$e]:nt=bt=g[$e],d.moveTo(Fe,nt),d.lineTo(Mt,bt));d.stroke(),y==1&&d.translate(-Ne,-Ne)}function vr(g){let S=!0;return C.forEach((R,I)=>{if(!R.show)return;let k=w[R.scale];if(k.min==null){R._show&&(S=!1,R._show=!1,lt(!1));return}else R._show||(S=!1,R._show=!0,lt(!1));let Z=R.side,ae=Z%2,{min:fe,max:ye}=k,[De,Ne]=rs(I,fe,ye,ae==0?F:Ce);if(Ne==0)return;let Fe=k.distr==2,nt=R._splits=R.splits(n,I,fe,ye,De,Ne,Fe),Mt=k.distr==2?nt.map(We=>Qn[We]):nt,bt=k.distr==2?Qn[nt[1]]-Qn[nt[0]]:De,ft=R._values=R.values(n,R.filter(n,Mt,I,Ne,bt),I,Ne,bt);R._rotate=Z==2?R.rotate(n,ft,I,Ne):0;let $e=R._size;R._size=vi(R.size(n,ft,I,g)),$e!=null&&R._size!=$e&&(S=!1)}),S}function ki(g){let S=!0;return xo.forEach((R,I)=>{let k=R(n,I,Oi,g);k!=yi[I]&&(S=!1),yi[I]=k}),S}function os(){for(let g=0;g<C.length;g++){let S=C[g];if(!S.show||!S._show)continue;let R=S.side,I=R%2,k,Z,ae=S.stroke(n,g),fe=R==0||R==3?-1:1,[ye,De]=S._found;if(S.label!=null){let Vn=S.labelGap*fe,ni=vn((S._lpos+Vn)*wt);Ie(S.labelFont[0],ae,"center",R==2?"top":wp),d.save(),I==1?(k=Z=0,d.translate(ni,vn(x+he/2)),d.rotate((R==3?-hl:hl)/2)):(k=vn(A+W/2),Z=ni);let Zs=fm(S.label)?S.label(n,g,ye,De):S.label;d.fillText(Zs,k,Z),d.restore()}if(De==0)continue;let Ne=w[S.scale],Fe=I==0?W:he,nt=I==0?A:x,Mt=S._splits,bt=Ne.distr==2?Mt.map(Vn=>Qn[Vn]):Mt,ft=Ne.distr==2?Qn[Mt[1]]-Qn[Mt[0]]:ye,$e=S.ticks,We=S.border,Vt=$e.show?$e.size:0,Qt=vn(Vt*wt),En=vn((S.alignTo==2?S._size-Vt-S.gap:S.gap)*wt),It=S._rotate*-hl/180,en=p(S._pos*wt),ei=(Qt+En)*fe,Hn=en+ei;Z=I==0?Hn:0,k=I==1?Hn:0;let di=S.font[0],bi=S.align==1?Pr:S.align==2?Su:It>0?Pr:It<0?Su:I==0?"center":R==3?Su:Pr,Vi=It||I==1?"middle":R==2?"top":wp;Ie(di,ae,bi,Vi);let ti=S.font[1]*S.lineGap,fi=Mt.map(Vn=>p(a(Vn,Ne,Fe,nt))),Si=S._values;for(let Vn=0;Vn<Si.length;Vn++){let ni=Si[Vn];if(ni!=null){I==0?k=fi[Vn]:Z=fi[Vn],ni=""+ni;let Zs=ni.indexOf(`
`)==-1?[ni]:ni.split(/\n/gm);for(let Gn=0;Gn<Zs.length;Gn++){let $f=Zs[Gn];It?(d.save(),d.translate(k,Z+Gn*ti),d.rotate(It),d.fillText($f,0,0),d.restore()):d.fillText($f,k,Z+Gn*ti)}}}$e.show&&ln(fi,$e.filter(n,bt,g,De,ft),I,R,en,Qt,Ut($e.width*wt,3),$e.stroke(n,g),$e.dash,$e.cap);let Gi=S.grid;Gi.show&&ln(fi,Gi.filter(n,bt,g,De,ft),I,I==0?2:1,I==0?x:A,I==0?he:W,Ut(Gi.width*wt,3),Gi.stroke(n,g),Gi.dash,Gi.cap),We.show&&ln([en],[1],I==0?1:0,I==0?1:2,I==1?x:A,I==1?he:W,Ut(We.width*wt,3),We.stroke(n,g),We.dash,We.cap)}wn("drawAxes")}function lt(g){b.forEach((S,R)=>{R>0&&(S._paths=null,g&&(s==1?(S.min=null,S.max=null):S.facets.forEach(I=>{I.min=null,I.max=null})))})}let jt=!1,zn=!1,Ct=[];function cn(){zn=!1;for(let g=0;g<Ct.length;g++)wn(...Ct[g]);Ct.length=0}function Dn(){jt||(k_(Pf),jt=!0)}function Oa(g,S=!1){jt=!0,zn=S,g(n),Pf(),S&&Ct.length>0&&queueMicrotask(cn)}n.batch=Oa;function Pf(){if(oe&&(ut(),oe=!1),xe&&(we(),xe=!1),ve){if(Gt(f,Pr,qe),Gt(f,"top",st),Gt(f,Do,F),Gt(f,No,Ce),Gt(v,Pr,qe),Gt(v,"top",st),Gt(v,Do,F),Gt(v,No,Ce),Gt(h,Do,Jt),Gt(h,No,on),u.width=vn(Jt*wt),u.height=vn(on*wt),C.forEach(({_el:g,_show:S,_size:R,_pos:I,side:k})=>{if(g!=null)if(S){let Z=k===3||k===0?R:0,ae=k%2==1;Gt(g,ae?"left":"top",I-Z),Gt(g,ae?"width":"height",R),Gt(g,ae?"top":"left",ae?st:qe),Gt(g,ae?"height":"width",ae?Ce:F),Iu(g,tr)}else ii(g,tr)}),mr=Ts=gr=O=K=X=q=Ee=M=null,Pe=1,wo(!0),qe!=Me||st!=Lt||F!=ze||Ce!=Xe){lt(!1);let g=F/ze,S=Ce/Xe;if(me&&!te&&ue.left>=0){ue.left*=g,ue.top*=S,_r&&Yi(_r,vn(ue.left),0,F,Ce),xr&&Yi(xr,0,vn(ue.top),F,Ce);for(let R=0;R<ot.length;R++){let I=ot[R];I!=null&&(kt[R]*=g,kn[R]*=S,Yi(I,vi(kt[R]),vi(kn[R]),F,Ce))}}if(Ht.show&&!ie&&Ht.left>=0&&Ht.width>0){Ht.left*=g,Ht.width*=g,Ht.top*=S,Ht.height*=S;for(let R in Qh)Gt(Sr,R,Ht[R])}Me=qe,Lt=st,ze=F,Xe=Ce}wn("setSize"),ve=!1}Jt>0&&on>0&&(d.clearRect(0,0,u.width,u.height),wn("drawClear"),E.forEach(g=>g()),wn("draw")),Ht.show&&ie&&(Ba(Ht),ie=!1),me&&te&&($s(null,!0,!1),te=!1),de.show&&de.live&&pe&&(Kh(),pe=!1),l||(l=!0,n.status=1,wn("ready")),Es=!1,jt=!1}n.redraw=(g,S)=>{xe=S||!1,g!==!1?Rs(T,L.min,L.max):Dn()};function $h(g,S){let R=w[g];if(R.from==null){if(Kt==0){let I=R.range(n,S.min,S.max,g);S.min=I[0],S.max=I[1]}if(S.min>S.max){let I=S.min;S.min=S.max,S.max=I}if(Kt>1&&S.min!=null&&S.max!=null&&S.max-S.min<1e-16)return;g==T&&R.distr==2&&Kt>0&&(S.min=Ei(S.min,e[0]),S.max=Ei(S.max,e[0]),S.min==S.max&&S.max++),H[g]=S,oe=!0,Dn()}}n.setScale=$h;let Zh,Jh,_r,xr,If,Lf,yr,br,Df,Nf,zt,qt,As=!1,Pn=ue.drag,Sn=Pn.x,Mn=Pn.y;me&&(ue.x&&(Zh=gi(c_,v)),ue.y&&(Jh=gi(h_,v)),L.ori==0?(_r=Zh,xr=Jh):(_r=Jh,xr=Zh),zt=ue.left,qt=ue.top);let Ht=n.select=fn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Sr=Ht.show?gi(l_,Ht.over?v:f):null;function Ba(g,S){if(Ht.show){for(let R in g)Ht[R]=g[R],R in Qh&&Gt(Sr,R,g[R]);S!==!1&&wn("setSelect")}}n.setSelect=Ba;function hv(g){if(b[g].show)Q&&Iu(it[g],tr);else if(Q&&ii(it[g],tr),me){let R=Re?ot[0]:ot[g];R!=null&&Yi(R,-10,-10,F,Ce)}}function Rs(g,S,R){$h(g,{min:S,max:R})}function zi(g,S,R,I){S.focus!=null&&mv(g),S.show!=null&&b.forEach((k,Z)=>{Z>0&&(g==Z||g==null)&&(k.show=S.show,hv(Z),s==2?(Rs(k.facets[0].scale,null,null),Rs(k.facets[1].scale,null,null)):Rs(k.scale,null,null),Dn())}),R!==!1&&wn("setSeries",g,S),I&&Eo("setSeries",n,g,S)}n.setSeries=zi;function uv(g,S){fn(P[g],S)}function dv(g,S){g.fill=vt(g.fill||null),g.dir=St(g.dir,-1),S=S??P.length,P.splice(S,0,g)}function fv(g){g==null?P.length=0:P.splice(g,1)}n.addBand=dv,n.setBand=uv,n.delBand=fv;function pv(g,S){b[g].alpha=S,me&&ot[g]!=null&&(ot[g].style.opacity=S),Q&&it[g]&&(it[g].style.opacity=S)}let as,Cs,Ys,Mr={focus:!0};function mv(g){if(g!=Ys){let S=g==null,R=Oe.alpha!=1;b.forEach((I,k)=>{if(s==1||k>0){let Z=S||k==0||k==g;I._focus=S?null:Z,R&&pv(k,Z?1:Oe.alpha)}}),Ys=g,R&&Dn()}}Q&&Je&&yt(Rp,Ae,g=>{ue._lock||(Ze(g),Ys!=null&&zi(null,Mr,!0,hn.setSeries))});function Hi(g,S,R){let I=w[S];R&&(g=g/wt-(I.ori==1?st:qe));let k=F;I.ori==1&&(k=Ce,g=k-g),I.dir==-1&&(g=k-g);let Z=I._min,ae=I._max,fe=g/k,ye=Z+(ae-Z)*fe,De=I.distr;return De==3?Dr(10,ye):De==4?A_(ye,I.asinh):De==100?I.bwd(ye):ye}function gv(g,S){let R=Hi(g,T,S);return Ei(R,e[0],nn,sn)}n.valToIdx=g=>Ei(g,e[0]),n.posToIdx=gv,n.posToVal=Hi,n.valToPos=(g,S,R)=>w[S].ori==0?r(g,w[S],R?W:F,R?A:0):o(g,w[S],R?he:Ce,R?x:0),n.setCursor=(g,S,R)=>{zt=g.left,qt=g.top,$s(null,S,R)};function Uf(g,S){Gt(Sr,Pr,Ht.left=g),Gt(Sr,Do,Ht.width=S)}function Ff(g,S){Gt(Sr,"top",Ht.top=g),Gt(Sr,No,Ht.height=S)}let So=L.ori==0?Uf:Ff,Mo=L.ori==1?Uf:Ff;function vv(){if(Q&&de.live)for(let g=s==2?1:0;g<b.length;g++){if(g==0&&at)continue;let S=de.values[g],R=0;for(let I in S)He[g][R++].firstChild.nodeValue=S[I]}}function Kh(g,S){if(g!=null&&(g.idxs?g.idxs.forEach((R,I)=>{ee[I]=R}):I_(g.idx)||ee.fill(g.idx),de.idx=ee[0]),Q&&de.live){for(let R=0;R<b.length;R++)(R>0||s==1&&!at)&&_v(R,ee[R]);vv()}pe=!1,S!==!1&&wn("setLegend")}n.setLegend=Kh;function _v(g,S){let R=b[g],I=g==0&&V==2?Qn:e[g],k;at?k=R.values(n,g,S)??tt:(k=R.value(n,S==null?null:I[S],g,S),k=k==null?tt:{_:k}),de.values[g]=k}function $s(g,S,R){Df=zt,Nf=qt,[zt,qt]=ue.move(n,zt,qt),ue.left=zt,ue.top=qt,me&&(_r&&Yi(_r,vn(zt),0,F,Ce),xr&&Yi(xr,0,vn(qt),F,Ce));let I,k=nn>sn;as=Nt,Cs=null;let Z=L.ori==0?F:Ce,ae=L.ori==1?F:Ce;if(zt<0||Kt==0||k){I=ue.idx=null;for(let fe=0;fe<b.length;fe++){let ye=ot[fe];ye!=null&&Yi(ye,-10,-10,F,Ce)}Je&&zi(null,Mr,!0,g==null&&hn.setSeries),de.live&&(ee.fill(I),pe=!0)}else{let fe,ye,De;s==1&&(fe=L.ori==0?zt:qt,ye=Hi(fe,T),I=ue.idx=Ei(ye,e[0],nn,sn),De=G(e[0][I],L,Z,0));let Ne=-10,Fe=-10,nt=0,Mt=0,bt=!0,ft="",$e="";for(let We=s==2?1:0;We<b.length;We++){let Vt=b[We],Qt=ee[We],En=Qt==null?null:s==1?e[We][Qt]:e[We][1][Qt],It=ue.dataIdx(n,We,I,ye),en=It==null?null:s==1?e[We][It]:e[We][1][It];if(pe=pe||en!=En||It!=Qt,ee[We]=It,We>0&&Vt.show){let ei=It==null?-10:It==I?De:G(s==1?e[0][It]:e[We][0][It],L,Z,0),Hn=en==null?-10:D(en,s==1?w[Vt.scale]:w[Vt.facets[1].scale],ae,0);if(Je&&en!=null){let di=L.ori==1?zt:qt,bi=_n(Oe.dist(n,We,It,Hn,di));if(bi<as){let Vi=Oe.bias;if(Vi!=0){let ti=Hi(di,Vt.scale),fi=en>=0?1:-1,Si=ti>=0?1:-1;Si==fi&&(Si==1?Vi==1?en>=ti:en<=ti:Vi==1?en<=ti:en>=ti)&&(as=bi,Cs=We)}else as=bi,Cs=We}}if(pe||Re){let di,bi;L.ori==0?(di=ei,bi=Hn):(di=Hn,bi=ei);let Vi,ti,fi,Si,Gi,Vn,ni=!0,Zs=ce.bbox;if(Zs!=null){ni=!1;let Gn=Zs(n,We);fi=Gn.left,Si=Gn.top,Vi=Gn.width,ti=Gn.height}else fi=di,Si=bi,Vi=ti=ce.size(n,We);if(Vn=ce.fill(n,We),Gi=ce.stroke(n,We),Re)We==Cs&&as<=Oe.prox&&(Ne=fi,Fe=Si,nt=Vi,Mt=ti,bt=ni,ft=Vn,$e=Gi);else{let Gn=ot[We];Gn!=null&&(kt[We]=fi,kn[We]=Si,Up(Gn,Vi,ti,ni),Dp(Gn,Vn,Gi),Yi(Gn,vi(fi),vi(Si),F,Ce))}}}}if(Re){let We=Oe.prox,Vt=Ys==null?as<=We:as>We||Cs!=Ys;if(pe||Vt){let Qt=ot[0];Qt!=null&&(kt[0]=Ne,kn[0]=Fe,Up(Qt,nt,Mt,bt),Dp(Qt,ft,$e),Yi(Qt,vi(Ne),vi(Fe),F,Ce))}}}if(Ht.show&&As)if(g!=null){let[fe,ye]=hn.scales,[De,Ne]=hn.match,[Fe,nt]=g.cursor.sync.scales,Mt=g.cursor.drag;if(Sn=Mt._x,Mn=Mt._y,Sn||Mn){let{left:bt,top:ft,width:$e,height:We}=g.select,Vt=g.scales[Fe].ori,Qt=g.posToVal,En,It,en,ei,Hn,di=fe!=null&&De(fe,Fe),bi=ye!=null&&Ne(ye,nt);di&&Sn?(Vt==0?(En=bt,It=$e):(En=ft,It=We),en=w[fe],ei=G(Qt(En,Fe),en,Z,0),Hn=G(Qt(En+It,Fe),en,Z,0),So(Ti(ei,Hn),_n(Hn-ei))):So(0,Z),bi&&Mn?(Vt==1?(En=bt,It=$e):(En=ft,It=We),en=w[ye],ei=D(Qt(En,nt),en,ae,0),Hn=D(Qt(En+It,nt),en,ae,0),Mo(Ti(ei,Hn),_n(Hn-ei))):Mo(0,ae)}else eu()}else{let fe=_n(Df-If),ye=_n(Nf-Lf);if(L.ori==1){let nt=fe;fe=ye,ye=nt}Sn=Pn.x&&fe>=Pn.dist,Mn=Pn.y&&ye>=Pn.dist;let De=Pn.uni;De!=null?Sn&&Mn&&(Sn=fe>=De,Mn=ye>=De,!Sn&&!Mn&&(ye>fe?Mn=!0:Sn=!0)):Pn.x&&Pn.y&&(Sn||Mn)&&(Sn=Mn=!0);let Ne,Fe;Sn&&(L.ori==0?(Ne=yr,Fe=zt):(Ne=br,Fe=qt),So(Ti(Ne,Fe),_n(Fe-Ne)),Mn||Mo(0,ae)),Mn&&(L.ori==1?(Ne=yr,Fe=zt):(Ne=br,Fe=qt),Mo(Ti(Ne,Fe),_n(Fe-Ne)),Sn||So(0,Z)),!Sn&&!Mn&&(So(0,0),Mo(0,0))}if(Pn._x=Sn,Pn._y=Mn,g==null){if(R){if(Yf!=null){let[fe,ye]=hn.scales;hn.values[0]=fe!=null?Hi(L.ori==0?zt:qt,fe):null,hn.values[1]=ye!=null?Hi(L.ori==1?zt:qt,ye):null}Eo(Mu,n,zt,qt,F,Ce,I)}if(Je){let fe=R&&hn.setSeries,ye=Oe.prox;Ys==null?as<=ye&&zi(Cs,Mr,!0,fe):as>ye?zi(null,Mr,!0,fe):Cs!=Ys&&zi(Cs,Mr,!0,fe)}}pe&&(de.idx=I,Kh()),S!==!1&&wn("setCursor")}let Ps=null;Object.defineProperty(n,"rect",{get(){return Ps==null&&wo(!1),Ps}});function wo(g=!1){g?Ps=null:(Ps=v.getBoundingClientRect(),wn("syncRect",Ps))}function Of(g,S,R,I,k,Z,ae){ue._lock||As&&g!=null&&g.movementX==0&&g.movementY==0||(jh(g,S,R,I,k,Z,ae,!1,g!=null),g!=null?$s(null,!0,!0):$s(S,!0,!1))}function jh(g,S,R,I,k,Z,ae,fe,ye){if(Ps==null&&wo(!1),Ze(g),g!=null)R=g.clientX-Ps.left,I=g.clientY-Ps.top;else{if(R<0||I<0){zt=-10,qt=-10;return}let[De,Ne]=hn.scales,Fe=S.cursor.sync,[nt,Mt]=Fe.values,[bt,ft]=Fe.scales,[$e,We]=hn.match,Vt=S.axes[0].side%2==1,Qt=L.ori==0?F:Ce,En=L.ori==1?F:Ce,It=Vt?Z:k,en=Vt?k:Z,ei=Vt?I:R,Hn=Vt?R:I;if(bt!=null?R=$e(De,bt)?a(nt,w[De],Qt,0):-10:R=Qt*(ei/It),ft!=null?I=We(Ne,ft)?a(Mt,w[Ne],En,0):-10:I=En*(Hn/en),L.ori==1){let di=R;R=I,I=di}}ye&&(S==null||S.cursor.event.type==Mu)&&((R<=1||R>=F-1)&&(R=Qs(R,F)),(I<=1||I>=Ce-1)&&(I=Qs(I,Ce))),fe?(If=R,Lf=I,[yr,br]=ue.move(n,R,I)):(zt=R,qt=I)}let Qh={width:0,height:0,left:0,top:0};function eu(){Ba(Qh,!1)}let Bf,kf,zf,Hf;function Vf(g,S,R,I,k,Z,ae){As=!0,Sn=Mn=Pn._x=Pn._y=!1,jh(g,S,R,I,k,Z,ae,!0,!1),g!=null&&(yt(wu,Cu,Gf,!1),Eo(Tp,n,yr,br,F,Ce,null));let{left:fe,top:ye,width:De,height:Ne}=Ht;Bf=fe,kf=ye,zf=De,Hf=Ne}function Gf(g,S,R,I,k,Z,ae){As=Pn._x=Pn._y=!1,jh(g,S,R,I,k,Z,ae,!1,!0);let{left:fe,top:ye,width:De,height:Ne}=Ht,Fe=De>0||Ne>0,nt=Bf!=fe||kf!=ye||zf!=De||Hf!=Ne;if(Fe&&nt&&Ba(Ht),Pn.setScale&&Fe&&nt){let Mt=fe,bt=De,ft=ye,$e=Ne;if(L.ori==1&&(Mt=ye,bt=Ne,ft=fe,$e=De),Sn&&Rs(T,Hi(Mt,T),Hi(Mt+bt,T)),Mn)for(let We in w){let Vt=w[We];We!=T&&Vt.from==null&&Vt.min!=Nt&&Rs(We,Hi(ft+$e,We),Hi(ft,We))}eu()}else ue.lock&&(ue._lock=!ue._lock,$s(S,!0,g!=null));g!=null&&(mn(wu,Cu),Eo(wu,n,zt,qt,F,Ce,null))}function xv(g,S,R,I,k,Z,ae){if(ue._lock)return;Ze(g);let fe=As;if(As){let ye=!0,De=!0,Ne=10,Fe,nt;L.ori==0?(Fe=Sn,nt=Mn):(Fe=Mn,nt=Sn),Fe&&nt&&(ye=zt<=Ne||zt>=F-Ne,De=qt<=Ne||qt>=Ce-Ne),Fe&&ye&&(zt=zt<yr?0:F),nt&&De&&(qt=qt<br?0:Ce),$s(null,!0,!0),As=!1}zt=-10,qt=-10,ee.fill(null),$s(null,!0,!0),fe&&(As=fe)}function Wf(g,S,R,I,k,Z,ae){ue._lock||(Ze(g),bo(),eu(),g!=null&&Eo(Cp,n,zt,qt,F,Ce,null))}function Xf(){C.forEach(Yx),U(n.width,n.height,!0)}nr(ul,Lr,Xf);let wr={};wr.mousedown=Vf,wr.mousemove=Of,wr.mouseup=Gf,wr.dblclick=Wf,wr.setSeries=(g,S,R,I)=>{let k=hn.match[2];R=k(n,S,R),R!=-1&&zi(R,I,!0,!1)},me&&(yt(Tp,v,Vf),yt(Mu,v,Of),yt(Ap,v,g=>{Ze(g),wo(!1)}),yt(Rp,v,xv),yt(Cp,v,Wf),Ou.add(n),n.syncRect=wo);let ka=n.hooks=i.hooks||{};function wn(g,S,R){zn?Ct.push([g,S,R]):g in ka&&ka[g].forEach(I=>{I.call(null,n,S,R)})}(i.plugins||[]).forEach(g=>{for(let S in g.hooks)ka[S]=(ka[S]||[]).concat(g.hooks[S])});let qf=(g,S,R)=>R,hn=fn({key:null,setSeries:!1,filters:{pub:zp,sub:zp},scales:[T,b[1]?b[1].scale:null],match:[Hp,Hp,qf],values:[null,null]},ue.sync);hn.match.length==2&&hn.match.push(qf),ue.sync=hn;let Yf=hn.key,tu=Om(Yf);function Eo(g,S,R,I,k,Z,ae){hn.filters.pub(g,S,R,I,k,Z,ae)&&tu.pub(g,S,R,I,k,Z,ae)}tu.sub(n);function yv(g,S,R,I,k,Z,ae){hn.filters.sub(g,S,R,I,k,Z,ae)&&wr[g](null,S,R,I,k,Z,ae)}n.pub=yv;function bv(){tu.unsub(n),Ou.delete(n),bn.clear(),Lu(ul,Lr,Xf),c.remove(),Ae?.remove(),wn("destroy")}n.destroy=bv;function nu(){wn("init",i,e),yo(e||i.data,!1),H[T]?$h(T,H[T]):bo(),ie=Ht.show&&(Ht.width>0||Ht.height>0),te=pe=!0,U(i.width,i.height)}return b.forEach(pr),C.forEach(is),t?t instanceof HTMLElement?(t.appendChild(c),nu()):t(n,nu):nu(),n}In.assign=fn;In.fmtNum=Wu;In.rangeNum=dl;In.rangeLog=ml;In.rangeAsinh=Vu;In.orient=sr;In.pxRatio=wt;In.join=B_;In.fmtDate=qu,In.tzDate=Z_;In.sync=Om;{In.addGap=Ix,In.clipGaps=_l;let i=In.paths={points:Gm};i.linear=Xm,i.stepped=Nx,i.bars=Ux,i.spline=Ox}var $x=170,Zx=4;function Jx(i){let[e,t,n]=[i.column(1),i.column(2),i.column(3)];return e.map((s,r)=>s+t[r]+(Number.isNaN(n[r])?0:n[r]))}var Sl=class{constructor(e,t,n){this.series=t;this.changed=n;this.unit=t[0]?.unit??"",this.root.append(se("h3",{},e),this.box,this.checks);for(let s of t)this.checks.append(this.check(s))}series;changed;root=se("section",{class:"group chart"});box=se("div",{class:"chart-box"});checks=se("div",{class:"checks"});plot=null;unit="";data=[[]];draw(e){let t=this.series.filter(r=>r.shown),n=t.map(r=>r.values(e)),s=r=>Array.from(r,o=>Number.isFinite(o)?o:null);this.data=[Array.from(e.column(0)),...n.map(s)],this.plot??=this.make(t),this.plot.setData(this.data),this.readouts(null,e)}drop(){this.plot?.destroy(),this.plot=null}readouts(e,t){let n=1;for(let s of this.series){let r=s.shown?this.data[n]:null;s.shown&&(n+=1);let o=r?r.at(e??-1):t&&s.values(t).at(-1);gt(s.readout,Number.isFinite(o)?Tr(o,s.unit,3):"–")}}check(e){let t=se("input",{type:"checkbox",checked:e.shown});t.addEventListener("change",()=>{e.shown=t.checked,this.drop(),this.changed()});let n=se("span",{class:"dot","aria-hidden":"true"});return n.style.background=e.colour,se("label",{class:"check"},t,n,se("span",{class:"grow"},ls(e.name)),e.readout)}make(e){let t=getComputedStyle(document.documentElement),[n,s]=[t.getPropertyValue("--quiet").trim(),t.getPropertyValue("--line").trim()],r={stroke:n,grid:{stroke:s,width:1},ticks:{stroke:s,width:1,size:4},font:"11px system-ui",labelFont:"11px system-ui"},o=(a,l)=>{let c=Er(Math.max(...l.map(Math.abs)),this.unit);return l.map((u,d)=>un(u*c.factor,4)+(d===l.length-1?` ${c.unit}`:""))};return this.box.replaceChildren(),new In({width:Math.max(this.box.clientWidth,120),height:$x,legend:{show:!1},cursor:{y:!1,points:{size:6}},scales:{x:{time:!1}},padding:[10,8,0,0],axes:[{...r,size:28,values:(a,l)=>l.map((c,u)=>un(c,4)+(u===l.length-1?" s":""))},{...r,size:62,values:o,space:28}],series:[{},...e.map(a=>({stroke:a.colour,width:1.6,points:{show:!1}}))],hooks:{setCursor:[a=>this.readouts(a.cursor.idx??null,null)]}},this.data,this.box)}},Ml=class{constructor(e){this.ring=e;new ResizeObserver(()=>this.redraw()).observe(this.root)}ring;root=se("div",{class:"stack"});charts=[];drawn=-1;made="";setProbes(e){let t=JSON.stringify(e);if(t===this.made)return;this.made=t;for(let a of this.charts)a.drop();let n=()=>this.redraw(),s=[ko("kinetic","J",0,a=>a.column(1)),ko("elastic","J",1,a=>a.column(2)),ko("of loads","J",2,a=>a.column(3)),ko("total","J",5,Jx)],r=e.map((a,l)=>ko(a.name,a.unit,l,c=>c.column(Zx+l))),o=[...new Set(e.map(a=>a.unit))];this.charts=[new Sl("Energy",s,n),...o.map(a=>new Sl(a?`Probes (${a})`:"Probes",r.filter(l=>l.unit===a),n))],this.root.replaceChildren(...this.charts.map(a=>a.root)),this.drawn=-1}draw(){if(!(this.root.offsetParent===null||this.drawn===this.ring.version)){this.drawn=this.ring.version;for(let e of this.charts)e.draw(this.ring)}}redraw(){for(let e of this.charts)e.drop();this.drawn=-1,this.draw()}};function ko(i,e,t,n){return{name:i,unit:e,values:n,shown:!0,colour:Ya(Ao(t)),readout:se("output",{class:"number"})}}var wl=class{constructor(e){this.choose=e;this.root.append(this.title,this.about,this.facts,this.galleryHead,this.gallery)}choose;root=se("div",{class:"stack"});title=se("h2");about=se("p",{class:"about"});facts=se("dl",{class:"facts"});gallery=se("ul",{class:"gallery"});galleryHead=se("h3",{},"Gallery");listed="";setHello(e){gt(this.title,e.title),gt(this.about,e.about.trim());let t=[["Mode",e.mode==="live"?"live simulation":"replay of a finished run"],["Name",e.name],["Duration",`${e.duration} s`],...e.mode==="replay"?[["Frames",String(e.frames)]]:[],["Pliant",e.version]];this.facts.replaceChildren(...t.flatMap(([n,s])=>[se("dt",{},n),se("dd",{},s)])),this.setGallery(e)}setGallery(e){let t=JSON.stringify(e.gallery);this.galleryHead.hidden=e.gallery.length===0,t!==this.listed&&(this.listed=t,this.gallery.replaceChildren(...e.gallery.map(({name:n,title:s})=>this.entry(n,s))));for(let n of this.gallery.querySelectorAll("button"))n.dataset.name===e.name?n.setAttribute("aria-current","true"):n.removeAttribute("aria-current")}entry(e,t){let n=se("button",{type:"button","data-name":e},se("span",{class:"entry-title"},t||e));return t&&n.append(se("span",{class:"entry-name"},e)),n.addEventListener("click",()=>this.choose(e)),se("li",{},n)}};var Qu=["x","y","z"],El=class{constructor(e,t,n){this.events=e;this.root.append(zo("Layers",this.layers),zo("Look from",se("div",{class:"button-grid"},...t)),zo("Slice plane",this.sliceControls()),zo("Range of the legend",this.rangeControls()),zo("Move the camera",se("div",{class:"button-grid"},...n)))}events;root=se("div",{class:"stack"});sliceOn=!1;layers=se("div",{class:"checks"});sliceCheck=se("input",{type:"checkbox",id:"slice-on"});axis=se("select",{"aria-label":"Axis of the slice plane"},...Qu.map(e=>se("option",{value:e},`across ${e}`)));position=se("input",{type:"range",min:0,max:1e3,value:500,"aria-label":"Position of the slice plane"});positionWords=se("output",{class:"number"});flip=se("input",{type:"checkbox"});low=se("input",{type:"number",step:"any","aria-label":"Lower end of the legend"});high=se("input",{type:"number",step:"any","aria-label":"Upper end of the legend"});rangeUnit=se("span",{class:"unit"});bounds=[[-1,-1,-1],[1,1,1]];made="";setLayers(e){let t=JSON.stringify(e);if(t===this.made)return;this.made=t;let n=new Map(this.boxes().map(s=>[s.value,s.checked]));this.layers.replaceChildren(...e.map((s,r)=>this.layerCheck({...s,shown:n.get(s.name)??s.shown},r)))}shown(){return this.boxes().filter(e=>e.checked).map(e=>e.value)}hidden(){return new Set(this.boxes().filter(e=>!e.checked).map(e=>e.value))}boxes(){return[...this.layers.querySelectorAll("input")]}setBounds(e){this.bounds=e,this.showPosition()}setSlice(e){this.sliceOn=e,this.sliceCheck.checked=e,this.tellSlice()}setRange(e,t,n){for(let[s,r]of[[this.low,e],[this.high,t]])document.activeElement!==s&&(s.value=String(Number(r.toPrecision(5))));gt(this.rangeUnit,n)}keep(){if(!this.sliceOn)return null;let e=Qu.indexOf(this.axis.value),t=this.flip.checked?1:-1,n=[0,0,0];return n[e]=t,{normal:n,constant:-t*this.place(e)}}place(e){let[t,n]=this.bounds;return t[e]+(n[e]-t[e])*Number(this.position.value)/1e3}layerCheck(e,t){let n=se("input",{type:"checkbox",value:e.name,checked:e.shown});n.addEventListener("change",()=>this.events.layers(this.shown()));let s=se("span",{class:"dot","aria-hidden":"true"});return s.style.background=Ya(qa(e.name,t)),se("label",{class:"check"},n,s,e.label)}sliceControls(){this.sliceCheck.addEventListener("change",()=>this.setSlice(this.sliceCheck.checked));for(let e of[this.axis,this.position,this.flip])e.addEventListener("input",()=>{this.sliceOn?this.tellSlice():this.setSlice(!0)});return se("div",{class:"stack tight"},se("div",{class:"row"},se("label",{class:"check"},this.sliceCheck,"cut the bodies"),this.axis,se("label",{class:"check"},this.flip,"other side")),se("div",{class:"row"},this.position,this.positionWords))}tellSlice(){this.bounds=this.events.bounds()??this.bounds,this.showPosition(),this.events.slice(this.keep())}showPosition(){let e=Qu.indexOf(this.axis.value),t=`${un(this.place(e),3)} m`;gt(this.positionWords,t),this.position.setAttribute("aria-valuetext",t)}rangeControls(){let e=()=>this.events.range(this.low.valueAsNumber,this.high.valueAsNumber);return this.low.addEventListener("change",e),this.high.addEventListener("change",e),se("div",{class:"row"},this.low,se("span",{},"to"),this.high,this.rangeUnit)}};function zo(i,e){return se("section",{class:"group"},se("h3",{},i),e)}var Tl=class{root=se("div",{class:"stack"});facts=se("dl",{class:"facts"});phases=se("ul",{class:"phases"});warnings=se("ul",{class:"warnings"});warningsHead=se("h3",{},"Warnings");constructor(){let e=(t,n)=>se("section",{class:"group"},se("h3",{},t),n);this.root.append(e("Last step",this.facts),e("Time by phase",this.phases)),this.root.append(se("section",{class:"group"},this.warningsHead,this.warnings))}show(e,t,n){let s=e?.solver;this.showFacts([["Step",e?String(e.step):"–"],["Time a step",s?`${un(s.stepMs,3)} ms`:"–"],["Iterations",s?un(s.iterations,3):"–"],["Contacts",s?un(s.contacts,6):"–"],["Speed",e&&Number.isFinite(e.speedRatio)?`${un(e.speedRatio,3)} simulated s a second`:"–"],["State hash",t?.hash?t.hash:"–"],["Triangles",String(n.triangles)],["Page",`${n.fps} frames a second, ${un(n.scriptMs,2)} ms of script each`]]),this.showPhases(s?.phases??[]),this.showWarnings([...t?.warnings??[],...e?.complaints??[]])}showFacts(e){this.facts.children.length!==2*e.length&&this.facts.replaceChildren(...e.flatMap(([t])=>[se("dt",{},t),se("dd")])),e.forEach(([,t],n)=>gt(this.facts.children[2*n+1],t))}showPhases(e){let t=e.reduce((n,[,s])=>n+s,0)||1;for(;this.phases.children.length<e.length;){let n=se("span",{class:"phase-bar"});this.phases.append(se("li",{},se("span",{class:"phase-name"}),se("span",{class:"phase-track"},n),se("span",{class:"number"})))}for(;this.phases.children.length>e.length;)this.phases.lastElementChild?.remove();e.forEach(([n,s],r)=>{let[o,a,l]=[...this.phases.children[r].children];gt(o,n),gt(l,`${un(s,3)} ms`),a.firstElementChild.style.width=`${(100*s/t).toFixed(1)}%`})}showWarnings(e){for(gt(this.warningsHead,e.length>0?`Warnings (${e.length})`:"Warnings: none");this.warnings.children.length<e.length;)this.warnings.append(se("li"));for(;this.warnings.children.length>e.length;)this.warnings.lastElementChild?.remove();e.forEach((t,n)=>gt(this.warnings.children[n],t))}};var Al=class{constructor(e,t=()=>performance.now()){this.say=e;this.now=t}say;now;last=-1/0;said={status:"",time:"",range:""};next=null;timer;tell(e){this.next=e;let t=this.wait(e);clearTimeout(this.timer),t<=0?this.flush():Number.isFinite(t)&&(this.timer=setTimeout(()=>this.flush(),t))}wait(e){let t=e.status!==this.said.status,n=e.time!==this.said.time||e.range!==this.said.range;return!t&&!n?1/0:this.last+(t?2e3:8e3)-this.now()}flush(){this.next&&(this.last=this.now(),this.said=this.next,this.next=null,this.say(Kx(this.said)))}};function Kx({status:i,time:e,range:t}){return[`${i}, ${e}.`,t&&`${t}.`].filter(Boolean).join(" ")}var jx=new Set(["play","pause","step","reset","set","scene","gallery","speed","unpin"]),Rl=class{now={kind:"busy",what:"",seconds:0};take(e){this.now=e,document.documentElement.dataset.busy=String(this.on)}get on(){return this.now.seconds>0}get seconds(){return this.now.seconds}get task(){return this.on?this.now.what==="scene"?"Building the scene":"Computing a step":""}get words(){return this.on?`${this.task} for ${this.seconds} s`:""}asked(e){this.on&&jx.has(e)&&dn(this.now.what==="scene"?"That happens when the scene is built.":"That happens when this step is done.")}};var Qx=1e3/60,ey=.03,Cl=class{constructor(e){this.send=e;this.drags=new Mi(Qx,t=>{e({kind:"drag",target:t})})}send;heldBy=null;target=[0,0,0];depth=1;drags;begin(e,t,n){this.heldBy&&this.end(!1),this.target=e.point,this.depth=t.depthOf(e.point);let s=this.send({kind:"grab",part:e.part,triangle:e.triangle,weights:e.weights,target:e.point});return s&&(this.heldBy=n),s}dragTo(e,t,n){this.heldBy&&this.moveTo(n.pointAt(e,t,this.depth))}nudge(e,t,n,s){if(!this.heldBy)return;let r=s.basis(),o=ey*s.heightAt(this.depth),a=Nn(Nn(this.target,r.right,e*o),r.up,t*o);this.moveTo(Nn(a,r.back,n*o)),this.depth=s.depthOf(this.target)}end(e){this.heldBy&&(this.drags.flush(),this.heldBy=null,this.send({kind:"release",pin:e}))}forget(){this.drags.cancel(),this.heldBy=null}moveTo(e){this.target=e,this.drags.offer(e)}};function ed(i){let e=10**Math.floor(Math.log10(i)),t=i/e;return e*(t<=1.0001?1:t<=2.0001?2:t<=5.0001?5:10)}function Zm(i,e,t,n=5){let s=Er(Math.max(Math.abs(i),Math.abs(e)),t),[r,o]=[i*s.factor,e*s.factor],a=o-r;if(!Number.isFinite(a)||a<=1e-9*Math.max(Math.abs(o),Math.abs(r))){let h=Number.isFinite(i)?un(r,3):"–";return{ticks:[{fraction:.5,value:i,words:h}],unit:s.unit}}let l=ed(a/n),c=Math.min(Math.max(-Math.floor(Math.log10(l)+1e-9),0),12),u=[],d=Math.floor(o/l+1e-6);for(let h=Math.ceil(r/l-1e-6);h<=d;h+=1){let f=h*l+0,v=f.toFixed(c).replace("-","−");u.push({fraction:Math.min(Math.max((f-r)/a,0),1),value:f/s.factor,words:v})}return{ticks:u,unit:s.unit}}var Pl=class{low=0;high=1;locked=!1;known=!1;follow(e){if(this.locked||!e)return!1;let t=this.known&&e[0]===this.low&&e[1]===this.high;return[this.low,this.high]=e,this.known=!0,!t}fix(e,t){return!Number.isFinite(e)||!Number.isFinite(t)||e>=t?!1:(this.low=e,this.high=t,this.locked=!0,this.known=!0,!0)}forget(){this.locked=!1,this.known=!1,this.low=0,this.high=1}},Il=class{axis=null;root=rt("legend");select=rt("field");body=rt("legend-body");bar=rt("legend-bar");ticks=rt("legend-ticks");unit=rt("legend-unit");constructor(e){let t=Array.from({length:17},(n,s)=>$a(To(s/16)));this.bar.style.background=`linear-gradient(to top, ${t.join(", ")})`,this.select.addEventListener("change",()=>e(this.select.value))}setFields(e,t){let n=e.map(({name:s})=>se("option",{value:s},ls(s)));this.select.replaceChildren(se("option",{value:""},"no field"),...n),this.select.value=t,this.root.hidden=e.length===0}choose(e){this.select.value=e}show(e,t){if(this.body.hidden=!e||!t.known,this.root.dataset.locked=String(t.locked),!e||!t.known){this.axis=null;return}this.axis=Zm(t.low,t.high,e.unit),gt(this.unit,this.axis.unit||"no unit"),this.showTicks(this.axis)}showTicks(e){for(;this.ticks.children.length<e.ticks.length;)this.ticks.append(se("li"));for(;this.ticks.children.length>e.ticks.length;)this.ticks.lastElementChild?.remove();e.ticks.forEach((t,n)=>{let s=this.ticks.children[n];gt(s,t.words),s.style.bottom=`${(100*t.fraction).toFixed(2)}%`})}};var td=12,ty=7,Jm=30,Km=[{name:"x",direction:[1,0,0]},{name:"y",direction:[0,1,0]},{name:"z",direction:[0,0,1]}];function ny([i,e],[t,n]){let[s,r]=[t-i,n-e],o=Math.hypot(s,r);if(o<1)return`M${i} ${e}L${t} ${n}`;let a=Math.min(ty,o/8),[l,c]=[-r/o*a,s/o*a],u=[[i,e]];for(let d=0;d<=td;d+=1){let h=.12+.76*d/td,f=d===0||d===td?0:d%2===0?1:-1;u.push([i+s*h+l*f,e+r*h+c*f])}return u.push([t,n]),`M${u.map(([d,h])=>`${d.toFixed(1)} ${h.toFixed(1)}`).join("L")}`}var Ll=class{root=rt("overlay");spring=Xi("path",{class:"spring"});grip=Xi("circle",{class:"grip",r:5});cross=Xi("path",{class:"cross"});triad=Xi("g",{class:"triad"});force=rt("force");reading=rt("reading");width=1;height=1;constructor(){this.root.append(this.spring,this.grip,this.cross,this.triad);for(let{name:e}of Km){let t=Xi("text",{class:`axis-${e}`});t.textContent=e,this.triad.append(Xi("line",{class:`axis-${e}`}),t)}this.setSpring(null,null),this.setCross(!1)}setSize(e,t){this.width=e,this.height=t,this.root.setAttribute("viewBox",`0 0 ${e} ${t}`);let[n,s]=[e/2,t/2];this.cross.setAttribute("d",`M${n-14} ${s}h10M${n+4} ${s}h10M${n} ${s-14}v10M${n} ${s+4}v10`)}pixelOf(e,t){let{x:n,y:s}=e.project(t);return[(n+1)/2*this.width,(1-s)/2*this.height]}setSpring(e,t){let n=e!==null&&t!==null;if(this.spring.style.display=n?"":"none",this.grip.style.display=n?"":"none",this.force.hidden=!n,!n)return;let s=this.pixelOf(t,e.from),r=this.pixelOf(t,e.to);this.spring.setAttribute("d",ny(s,r)),this.grip.setAttribute("cx",String(s[0])),this.grip.setAttribute("cy",String(s[1])),gt(this.force,Number.isFinite(e.force)?Tr(e.force,"N",3):"…"),this.force.style.transform=`translate(${r[0]+14}px, ${r[1]-12}px)`}setCross(e){this.cross.style.display=e?"":"none"}drawTriad(e){let{right:t,up:n,back:s}=e.basis(),[r,o]=[46,this.height-46],a=[...this.triad.children];Km.forEach(({direction:l},c)=>{let[u,d,h]=[mi(l,t),mi(l,n),mi(l,s)],[f,v]=[a[2*c],a[2*c+1]],y=[r+Jm*u,o-Jm*d],p={x1:r,y1:o,x2:y[0],y2:y[1]};for(let[b,C]of Object.entries(p))f.setAttribute(b,C.toFixed(1));v.setAttribute("x",(y[0]+8*u).toFixed(1)),v.setAttribute("y",(y[1]-8*d+4).toFixed(1));let m=Math.hypot(u,d)<.2?"0":h<-.2?"0.55":"1";f.setAttribute("opacity",m),v.setAttribute("opacity",m)})}setReading(e,[t,n]=[0,0]){if(this.reading.hidden=e===null,e===null)return;gt(this.reading,e);let s=t>this.width-180?`calc(${t-14}px - 100%)`:`${t+14}px`,r=n>this.height-60?`calc(${n-10}px - 100%)`:`${n+16}px`;this.reading.style.transform=`translate(${s}, ${r})`}};function jm(i){return`(${i.map(e=>un(e,3)).join(", ")}) m`}function Qm(i,e,t,n){let[s,r,o]=i.origin,[a,l,c]=i.direction,u=1/0,d=-1,h=0,f=0;for(let y=0;y<t.length;y+=3){let p=3*t[y],m=3*t[y+1],b=3*t[y+2],C=e[m]-e[p],w=e[m+1]-e[p+1],P=e[m+2]-e[p+2],T=e[b]-e[p],_=e[b+1]-e[p+1],E=e[b+2]-e[p+2],z=l*E-c*_,N=c*T-a*E,L=a*_-l*T,V=C*z+w*N+P*L;if(V===0)continue;let G=s-e[p],D=r-e[p+1],H=o-e[p+2],Y=(G*z+D*N+H*L)/V;if(!(Y>=0&&Y<=1))continue;let B=D*P-H*w,le=H*C-G*P,$=G*w-D*C,j=(a*B+l*le+c*$)/V;if(!(j>=0&&Y+j<=1))continue;let ee=(T*B+_*le+E*$)/V;!(ee>0&&ee<u)||n&&!iy(n,s+ee*a,r+ee*l,o+ee*c)||(u=ee,d=y/3,h=Y,f=j)}if(d<0)return null;let v=[s+u*a,r+u*l,o+u*c];return{triangle:d,weights:[1-h-f,h,f],point:v,distance:u}}function iy({normal:i,constant:e},t,n,s){return i[0]*t+i[1]*n+i[2]*s+e>=0}function eg(i,e,t){let n=3*i.triangle,[s,r,o]=i.weights;return s*t[e[n]]+r*t[e[n+1]]+o*t[e[n+2]]}var Pg=0,Dd=1,Ig=2;var _a=1,Lg=2,ho=3,Xs=0,Yn=1,$n=2,cr=0,uo=1,Nd=2,Ud=3,Fd=4,Dg=5;var hr=100,Ng=101,Ug=102,Fg=103,Og=104,Bg=200,kg=201,zg=202,Hg=203,Od=204,Bd=205,Vg=206,Gg=207,Wg=208,Xg=209,qg=210,Yg=211,$g=212,Zg=213,Jg=214,rc=0,oc=1,ac=2,eo=3,lc=4,cc=5,hc=6,uc=7,kc=0,Kg=1,jg=2,es=0,kd=1,zd=2,Hd=3,Vd=4,Gd=5,Wd=6,Xd=7;var qd=300,ur=301,fo=302,zc=303,Hc=304,dc=1e3,Zi=1001,fc=1002,An=1003,Qg=1004;var xa=1005;var Rn=1006,Vc=1007;var bs=1008;var jn=1009,Yd=1010,$d=1011,po=1012,Gc=1013,Li=1014,Di=1015,Ni=1016,Wc=1017,Xc=1018,dr=1020,Zd=35902,Jd=35899,Kd=1021,jd=1022,Ui=1023,xs=1026,Ss=1027,Qd=1028,qc=1029,qs=1030,Yc=1031;var $c=1033,ya=33776,ba=33777,Sa=33778,Ma=33779,Zc=35840,Jc=35841,Kc=35842,jc=35843,Qc=36196,eh=37492,th=37496,nh=37488,ih=37489,wa=37490,sh=37491,rh=37808,oh=37809,ah=37810,lh=37811,ch=37812,hh=37813,uh=37814,dh=37815,fh=37816,ph=37817,mh=37818,gh=37819,vh=37820,_h=37821,xh=36492,yh=36494,bh=36495,Sh=36283,Mh=36284,Ea=36285,wh=36286;var Yo=2300,pc=2301,ic=2302,Ed=2303,Td=2400,Ad=2401,Rd=2402;var e0=3200;var Ta=0,t0=1,Ms="",Xn="srgb",$o="srgb-linear",Zo="linear",Tt="srgb";var sc=7680;var n0=519,i0=512,s0=513,r0=514,ef=515,o0=516,a0=517,tf=518,nf=519,l0=35044,Aa=35048;var sf="300 es",xi=2e3,to=2001;function sy(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function ry(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Jo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function c0(){let i=Jo("canvas");return i.style.display="block",i}var tg={},no=null;function rf(...i){let e="THREE."+i.shift();no?no("log",e,...i):console.log(e,...i)}function h0(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Ye(...i){i=h0(i);let e="THREE."+i.shift();if(no)no("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Qe(...i){i=h0(i);let e="THREE."+i.shift();if(no)no("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function qo(...i){let e=i.join(" ");e in tg||(tg[e]=!0,Ye(...i))}function u0(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var d0={[rc]:rc,[ac]:hc,[lc]:lc,[eo]:cc,[oc]:oc,[hc]:ac,[uc]:uc,[cc]:eo},Ji=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Un=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var nd=Math.PI/180,mc=180/Math.PI;function Ra(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Un[i&255]+Un[i>>8&255]+Un[i>>16&255]+Un[i>>24&255]+"-"+Un[e&255]+Un[e>>8&255]+"-"+Un[e>>16&15|64]+Un[e>>24&255]+"-"+Un[t&63|128]+Un[t>>8&255]+"-"+Un[t>>16&255]+Un[t>>24&255]+Un[n&255]+Un[n>>8&255]+Un[n>>16&255]+Un[n>>24&255]).toLowerCase()}function xt(i,e,t){return Math.max(e,Math.min(t,i))}function oy(i,e){return(i%e+e)%e}function id(i,e,t){return(1-t)*i+t*e}function f0(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function of(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function ay(i,e){if(e.constructor===Float32Array)return i;let t=of(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function ly(i,e){if(e.constructor===Float32Array)return i;let t=of(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var pt=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=xt(this.x,e.x,t.x),this.y=xt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=xt(this.x,e,t),this.y=xt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(xt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ki=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],u=n[s+2],d=n[s+3],h=r[o+0],f=r[o+1],v=r[o+2],y=r[o+3];if(d!==y||l!==h||c!==f||u!==v){let p=l*h+c*f+u*v+d*y;p<0&&(h=-h,f=-f,v=-v,y=-y,p=-p);let m=1-a;if(p<.9995){let b=Math.acos(p),C=Math.sin(b);m=Math.sin(m*b)/C,a=Math.sin(a*b)/C,l=l*m+h*a,c=c*m+f*a,u=u*m+v*a,d=d*m+y*a}else{l=l*m+h*a,c=c*m+f*a,u=u*m+v*a,d=d*m+y*a;let b=1/Math.sqrt(l*l+c*c+u*u+d*d);l*=b,c*=b,u*=b,d*=b}}e[t]=l,e[t+1]=c,e[t+2]=u,e[t+3]=d}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],u=n[s+3],d=r[o],h=r[o+1],f=r[o+2],v=r[o+3];return e[t]=a*v+u*d+l*f-c*h,e[t+1]=l*v+u*h+c*d-a*f,e[t+2]=c*v+u*f+a*h-l*d,e[t+3]=u*v-a*d-l*h-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),u=a(s/2),d=a(r/2),h=l(n/2),f=l(s/2),v=l(r/2);switch(o){case"XYZ":this._x=h*u*d+c*f*v,this._y=c*f*d-h*u*v,this._z=c*u*v+h*f*d,this._w=c*u*d-h*f*v;break;case"YXZ":this._x=h*u*d+c*f*v,this._y=c*f*d-h*u*v,this._z=c*u*v-h*f*d,this._w=c*u*d+h*f*v;break;case"ZXY":this._x=h*u*d-c*f*v,this._y=c*f*d+h*u*v,this._z=c*u*v+h*f*d,this._w=c*u*d-h*f*v;break;case"ZYX":this._x=h*u*d-c*f*v,this._y=c*f*d+h*u*v,this._z=c*u*v-h*f*d,this._w=c*u*d+h*f*v;break;case"YZX":this._x=h*u*d+c*f*v,this._y=c*f*d+h*u*v,this._z=c*u*v-h*f*d,this._w=c*u*d-h*f*v;break;case"XZY":this._x=h*u*d-c*f*v,this._y=c*f*d-h*u*v,this._z=c*u*v+h*f*d,this._w=c*u*d+h*f*v;break;default:Ye("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],u=t[6],d=t[10],h=n+a+d;if(h>0){let f=.5/Math.sqrt(h+1);this._w=.25/f,this._x=(u-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>d){let f=2*Math.sqrt(1+n-a-d);this._w=(u-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>d){let f=2*Math.sqrt(1+a-n-d);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+u)/f}else{let f=2*Math.sqrt(1+d-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+u)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(xt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,u=t._w;return this._x=n*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-n*c,this._z=r*u+o*c+n*l-s*a,this._w=o*u-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),u=Math.sin(c);l=Math.sin(l*c)/u,t=Math.sin(t*c)/u,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},J=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(ng.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(ng.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),u=2*(a*t-r*s),d=2*(r*n-o*t);return this.x=t+l*c+o*d-a*u,this.y=n+l*u+a*c-r*d,this.z=s+l*d+r*u-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=xt(this.x,e.x,t.x),this.y=xt(this.y,e.y,t.y),this.z=xt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=xt(this.x,e,t),this.y=xt(this.y,e,t),this.z=xt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return sd.copy(this).projectOnVector(e),this.sub(sd)}reflect(e){return this.sub(sd.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(xt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},sd=new J,ng=new Ki,et=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let u=this.elements;return u[0]=e,u[1]=s,u[2]=a,u[3]=t,u[4]=r,u[5]=l,u[6]=n,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],u=n[4],d=n[7],h=n[2],f=n[5],v=n[8],y=s[0],p=s[3],m=s[6],b=s[1],C=s[4],w=s[7],P=s[2],T=s[5],_=s[8];return r[0]=o*y+a*b+l*P,r[3]=o*p+a*C+l*T,r[6]=o*m+a*w+l*_,r[1]=c*y+u*b+d*P,r[4]=c*p+u*C+d*T,r[7]=c*m+u*w+d*_,r[2]=h*y+f*b+v*P,r[5]=h*p+f*C+v*T,r[8]=h*m+f*w+v*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8];return t*o*u-t*a*c-n*r*u+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8],d=u*o-a*c,h=a*l-u*r,f=c*r-o*l,v=t*d+n*h+s*f;if(v===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/v;return e[0]=d*y,e[1]=(s*c-u*n)*y,e[2]=(a*n-s*o)*y,e[3]=h*y,e[4]=(u*t-s*l)*y,e[5]=(s*r-a*t)*y,e[6]=f*y,e[7]=(n*l-c*t)*y,e[8]=(o*t-n*r)*y,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return qo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(rd.makeScale(e,t)),this}rotate(e){return qo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(rd.makeRotation(-e)),this}translate(e,t){return qo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(rd.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},rd=new et,ig=new et().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),sg=new et().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function cy(){let i={enabled:!0,workingColorSpace:$o,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Tt&&(s.r=_s(s.r),s.g=_s(s.g),s.b=_s(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Tt&&(s.r=Qr(s.r),s.g=Qr(s.g),s.b=Qr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ms?Zo:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[$o]:{primaries:e,whitePoint:n,transfer:Zo,toXYZ:ig,fromXYZ:sg,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Xn},outputColorSpaceConfig:{drawingBufferColorSpace:Xn}},[Xn]:{primaries:e,whitePoint:n,transfer:Tt,toXYZ:ig,fromXYZ:sg,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Xn}}}),i}var _t=cy();function _s(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Qr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var zr,gc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{zr===void 0&&(zr=Jo("canvas")),zr.width=e.width,zr.height=e.height;let s=zr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=zr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Jo("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=_s(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(_s(t[n]/255)*255):t[n]=_s(t[n]);return{data:t,width:e.width,height:e.height}}else return Ye("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},hy=0,io=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:hy++}),this.uuid=Ra(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(od(s[o].image)):r.push(od(s[o]))}else r=od(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function od(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?gc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Ye("Texture: Unable to serialize Texture."),{})}var uy=0,ad=new J,Kn=class i extends Ji{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=Zi,s=Zi,r=Rn,o=bs,a=Ui,l=jn,c=i.DEFAULT_ANISOTROPY,u=Ms){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:uy++}),this.uuid=Ra(),this.name="",this.source=new io(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new et,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(ad).x}get height(){return this.source.getSize(ad).y}get depth(){return this.source.getSize(ad).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){Ye(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ye(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==qd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case dc:e.x=e.x-Math.floor(e.x);break;case Zi:e.x=e.x<0?0:1;break;case fc:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case dc:e.y=e.y-Math.floor(e.y);break;case Zi:e.y=e.y<0?0:1;break;case fc:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Kn.DEFAULT_IMAGE=null;Kn.DEFAULT_MAPPING=qd;Kn.DEFAULT_ANISOTROPY=1;var $t=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],u=l[4],d=l[8],h=l[1],f=l[5],v=l[9],y=l[2],p=l[6],m=l[10];if(Math.abs(u-h)<.01&&Math.abs(d-y)<.01&&Math.abs(v-p)<.01){if(Math.abs(u+h)<.1&&Math.abs(d+y)<.1&&Math.abs(v+p)<.1&&Math.abs(c+f+m-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let C=(c+1)/2,w=(f+1)/2,P=(m+1)/2,T=(u+h)/4,_=(d+y)/4,E=(v+p)/4;return C>w&&C>P?C<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(C),s=T/n,r=_/n):w>P?w<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(w),n=T/s,r=E/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=_/r,s=E/r),this.set(n,s,r,t),this}let b=Math.sqrt((p-v)*(p-v)+(d-y)*(d-y)+(h-u)*(h-u));return Math.abs(b)<.001&&(b=1),this.x=(p-v)/b,this.y=(d-y)/b,this.z=(h-u)/b,this.w=Math.acos((c+f+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=xt(this.x,e.x,t.x),this.y=xt(this.y,e.y,t.y),this.z=xt(this.z,e.z,t.z),this.w=xt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=xt(this.x,e,t),this.y=xt(this.y,e,t),this.z=xt(this.z,e,t),this.w=xt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},vc=class extends Ji{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Rn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new $t(0,0,e,t),this.scissorTest=!1,this.viewport=new $t(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Kn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Rn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new io(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},ci=class extends vc{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Ko=class extends Kn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=An,this.minFilter=An,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var _c=class extends Kn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=An,this.minFilter=An,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Bt=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,u,d,h,f,v,y,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,u,d,h,f,v,y,p)}set(e,t,n,s,r,o,a,l,c,u,d,h,f,v,y,p){let m=this.elements;return m[0]=e,m[4]=t,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=u,m[10]=d,m[14]=h,m[3]=f,m[7]=v,m[11]=y,m[15]=p,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/Hr.setFromMatrixColumn(e,0).length(),r=1/Hr.setFromMatrixColumn(e,1).length(),o=1/Hr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),d=Math.sin(r);if(e.order==="XYZ"){let h=o*u,f=o*d,v=a*u,y=a*d;t[0]=l*u,t[4]=-l*d,t[8]=c,t[1]=f+v*c,t[5]=h-y*c,t[9]=-a*l,t[2]=y-h*c,t[6]=v+f*c,t[10]=o*l}else if(e.order==="YXZ"){let h=l*u,f=l*d,v=c*u,y=c*d;t[0]=h+y*a,t[4]=v*a-f,t[8]=o*c,t[1]=o*d,t[5]=o*u,t[9]=-a,t[2]=f*a-v,t[6]=y+h*a,t[10]=o*l}else if(e.order==="ZXY"){let h=l*u,f=l*d,v=c*u,y=c*d;t[0]=h-y*a,t[4]=-o*d,t[8]=v+f*a,t[1]=f+v*a,t[5]=o*u,t[9]=y-h*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let h=o*u,f=o*d,v=a*u,y=a*d;t[0]=l*u,t[4]=v*c-f,t[8]=h*c+y,t[1]=l*d,t[5]=y*c+h,t[9]=f*c-v,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let h=o*l,f=o*c,v=a*l,y=a*c;t[0]=l*u,t[4]=y-h*d,t[8]=v*d+f,t[1]=d,t[5]=o*u,t[9]=-a*u,t[2]=-c*u,t[6]=f*d+v,t[10]=h-y*d}else if(e.order==="XZY"){let h=o*l,f=o*c,v=a*l,y=a*c;t[0]=l*u,t[4]=-d,t[8]=c*u,t[1]=h*d+y,t[5]=o*u,t[9]=f*d-v,t[2]=v*d-f,t[6]=a*u,t[10]=y*d+h}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(dy,e,fy)}lookAt(e,t,n){let s=this.elements;return oi.subVectors(e,t),oi.lengthSq()===0&&(oi.z=1),oi.normalize(),Ds.crossVectors(n,oi),Ds.lengthSq()===0&&(Math.abs(n.z)===1?oi.x+=1e-4:oi.z+=1e-4,oi.normalize(),Ds.crossVectors(n,oi)),Ds.normalize(),Dl.crossVectors(oi,Ds),s[0]=Ds.x,s[4]=Dl.x,s[8]=oi.x,s[1]=Ds.y,s[5]=Dl.y,s[9]=oi.y,s[2]=Ds.z,s[6]=Dl.z,s[10]=oi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],u=n[1],d=n[5],h=n[9],f=n[13],v=n[2],y=n[6],p=n[10],m=n[14],b=n[3],C=n[7],w=n[11],P=n[15],T=s[0],_=s[4],E=s[8],z=s[12],N=s[1],L=s[5],V=s[9],G=s[13],D=s[2],H=s[6],Y=s[10],B=s[14],le=s[3],$=s[7],j=s[11],ee=s[15];return r[0]=o*T+a*N+l*D+c*le,r[4]=o*_+a*L+l*H+c*$,r[8]=o*E+a*V+l*Y+c*j,r[12]=o*z+a*G+l*B+c*ee,r[1]=u*T+d*N+h*D+f*le,r[5]=u*_+d*L+h*H+f*$,r[9]=u*E+d*V+h*Y+f*j,r[13]=u*z+d*G+h*B+f*ee,r[2]=v*T+y*N+p*D+m*le,r[6]=v*_+y*L+p*H+m*$,r[10]=v*E+y*V+p*Y+m*j,r[14]=v*z+y*G+p*B+m*ee,r[3]=b*T+C*N+w*D+P*le,r[7]=b*_+C*L+w*H+P*$,r[11]=b*E+C*V+w*Y+P*j,r[15]=b*z+C*G+w*B+P*ee,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],u=e[2],d=e[6],h=e[10],f=e[14],v=e[3],y=e[7],p=e[11],m=e[15],b=l*f-c*h,C=a*f-c*d,w=a*h-l*d,P=o*f-c*u,T=o*h-l*u,_=o*d-a*u;return t*(y*b-p*C+m*w)-n*(v*b-p*P+m*T)+s*(v*C-y*P+m*_)-r*(v*w-y*T+p*_)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],u=e[10];return t*(o*u-a*c)-n*(r*u-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],u=e[8],d=e[9],h=e[10],f=e[11],v=e[12],y=e[13],p=e[14],m=e[15],b=t*a-n*o,C=t*l-s*o,w=t*c-r*o,P=n*l-s*a,T=n*c-r*a,_=s*c-r*l,E=u*y-d*v,z=u*p-h*v,N=u*m-f*v,L=d*p-h*y,V=d*m-f*y,G=h*m-f*p,D=b*G-C*V+w*L+P*N-T*z+_*E;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/D;return e[0]=(a*G-l*V+c*L)*H,e[1]=(s*V-n*G-r*L)*H,e[2]=(y*_-p*T+m*P)*H,e[3]=(h*T-d*_-f*P)*H,e[4]=(l*N-o*G-c*z)*H,e[5]=(t*G-s*N+r*z)*H,e[6]=(p*w-v*_-m*C)*H,e[7]=(u*_-h*w+f*C)*H,e[8]=(o*V-a*N+c*E)*H,e[9]=(n*N-t*V-r*E)*H,e[10]=(v*T-y*w+m*b)*H,e[11]=(d*w-u*T-f*b)*H,e[12]=(a*z-o*L-l*E)*H,e[13]=(t*L-n*z+s*E)*H,e[14]=(y*C-v*P-p*b)*H,e[15]=(u*P-d*C+h*b)*H,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,u=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+n,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,u=o+o,d=a+a,h=r*c,f=r*u,v=r*d,y=o*u,p=o*d,m=a*d,b=l*c,C=l*u,w=l*d,P=n.x,T=n.y,_=n.z;return s[0]=(1-(y+m))*P,s[1]=(f+w)*P,s[2]=(v-C)*P,s[3]=0,s[4]=(f-w)*T,s[5]=(1-(h+m))*T,s[6]=(p+b)*T,s[7]=0,s[8]=(v+C)*_,s[9]=(p-b)*_,s[10]=(1-(h+y))*_,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Hr.set(s[0],s[1],s[2]).length(),a=Hr.set(s[4],s[5],s[6]).length(),l=Hr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ai.copy(this);let c=1/o,u=1/a,d=1/l;return Ai.elements[0]*=c,Ai.elements[1]*=c,Ai.elements[2]*=c,Ai.elements[4]*=u,Ai.elements[5]*=u,Ai.elements[6]*=u,Ai.elements[8]*=d,Ai.elements[9]*=d,Ai.elements[10]*=d,t.setFromRotationMatrix(Ai),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=xi,l=!1){let c=this.elements,u=2*r/(t-e),d=2*r/(n-s),h=(t+e)/(t-e),f=(n+s)/(n-s),v,y;if(l)v=r/(o-r),y=o*r/(o-r);else if(a===xi)v=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===to)v=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=h,c[12]=0,c[1]=0,c[5]=d,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=v,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=xi,l=!1){let c=this.elements,u=2/(t-e),d=2/(n-s),h=-(t+e)/(t-e),f=-(n+s)/(n-s),v,y;if(l)v=1/(o-r),y=o/(o-r);else if(a===xi)v=-2/(o-r),y=-(o+r)/(o-r);else if(a===to)v=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=h,c[1]=0,c[5]=d,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=v,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Hr=new J,Ai=new Bt,dy=new J(0,0,0),fy=new J(1,1,1),Ds=new J,Dl=new J,oi=new J,rg=new Bt,og=new Ki,ji=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],d=s[2],h=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(xt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(h,c),this._z=0);break;case"YXZ":this._x=Math.asin(-xt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(xt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(-d,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-xt(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(h,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(xt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-xt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(h,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,f),this._y=0);break;default:Ye("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return rg.makeRotationFromQuaternion(e),this.setFromRotationMatrix(rg,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return og.setFromEuler(this),this.setFromQuaternion(og,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ji.DEFAULT_ORDER="XYZ";var jo=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},py=0,ag=new J,Vr=new Ki,ds=new Bt,Nl=new J,Ho=new J,my=new J,gy=new Ki,lg=new J(1,0,0),cg=new J(0,1,0),hg=new J(0,0,1),ug={type:"added"},vy={type:"removed"},Gr={type:"childadded",child:null},ld={type:"childremoved",child:null},Cn=class i extends Ji{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:py++}),this.uuid=Ra(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new J,t=new ji,n=new Ki,s=new J(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Bt},normalMatrix:{value:new et}}),this.matrix=new Bt,this.matrixWorld=new Bt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new jo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Vr.setFromAxisAngle(e,t),this.quaternion.multiply(Vr),this}rotateOnWorldAxis(e,t){return Vr.setFromAxisAngle(e,t),this.quaternion.premultiply(Vr),this}rotateX(e){return this.rotateOnAxis(lg,e)}rotateY(e){return this.rotateOnAxis(cg,e)}rotateZ(e){return this.rotateOnAxis(hg,e)}translateOnAxis(e,t){return ag.copy(e).applyQuaternion(this.quaternion),this.position.add(ag.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(lg,e)}translateY(e){return this.translateOnAxis(cg,e)}translateZ(e){return this.translateOnAxis(hg,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(ds.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Nl.copy(e):Nl.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Ho.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ds.lookAt(Ho,Nl,this.up):ds.lookAt(Nl,Ho,this.up),this.quaternion.setFromRotationMatrix(ds),s&&(ds.extractRotation(s.matrixWorld),Vr.setFromRotationMatrix(ds),this.quaternion.premultiply(Vr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(ug),Gr.child=e,this.dispatchEvent(Gr),Gr.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(vy),ld.child=e,this.dispatchEvent(ld),ld.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),ds.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),ds.multiply(e.parent.matrixWorld)),e.applyMatrix4(ds),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(ug),Gr.child=e,this.dispatchEvent(Gr),Gr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ho,e,my),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ho,gy,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let d=l[c];r(e.shapes,d)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),u=o(e.images),d=o(e.shapes),h=o(e.skeletons),f=o(e.animations),v=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),u.length>0&&(n.images=u),d.length>0&&(n.shapes=d),h.length>0&&(n.skeletons=h),f.length>0&&(n.animations=f),v.length>0&&(n.nodes=v)}return n.object=s,n;function o(a){let l=[];for(let c in a){let u=a[c];delete u.metadata,l.push(u)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Cn.DEFAULT_UP=new J(0,1,0);Cn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Cn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var vs=class extends Cn{constructor(){super(),this.isGroup=!0,this.type="Group"}},_y={type:"move"},so=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new vs,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new vs,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new J,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new J),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new vs,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new J,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new J,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let y of e.hand.values()){let p=t.getJointPose(y,n),m=this._getHandJoint(c,y);p!==null&&(m.matrix.fromArray(p.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=p.radius),m.visible=p!==null}let u=c.joints["index-finger-tip"],d=c.joints["thumb-tip"],h=u.position.distanceTo(d.position),f=.02,v=.005;c.inputState.pinching&&h>f+v?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&h<=f-v&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(_y)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new vs;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},p0={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ns={h:0,s:0,l:0},Ul={h:0,s:0,l:0};function cd(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var Ke=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Xn){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,_t.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=_t.workingColorSpace){return this.r=e,this.g=t,this.b=n,_t.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=_t.workingColorSpace){if(e=oy(e,1),t=xt(t,0,1),n=xt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=cd(o,r,e+1/3),this.g=cd(o,r,e),this.b=cd(o,r,e-1/3)}return _t.colorSpaceToWorking(this,s),this}setStyle(e,t=Xn){function n(r){r!==void 0&&parseFloat(r)<1&&Ye("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Ye("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Ye("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Xn){let n=p0[e.toLowerCase()];return n!==void 0?this.setHex(n,t):Ye("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=_s(e.r),this.g=_s(e.g),this.b=_s(e.b),this}copyLinearToSRGB(e){return this.r=Qr(e.r),this.g=Qr(e.g),this.b=Qr(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Xn){return _t.workingToColorSpace(Fn.copy(this),e),Math.round(xt(Fn.r*255,0,255))*65536+Math.round(xt(Fn.g*255,0,255))*256+Math.round(xt(Fn.b*255,0,255))}getHexString(e=Xn){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=_t.workingColorSpace){_t.workingToColorSpace(Fn.copy(this),t);let n=Fn.r,s=Fn.g,r=Fn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,u=(a+o)/2;if(a===o)l=0,c=0;else{let d=o-a;switch(c=u<=.5?d/(o+a):d/(2-o-a),o){case n:l=(s-r)/d+(s<r?6:0);break;case s:l=(r-n)/d+2;break;case r:l=(n-s)/d+4;break}l/=6}return e.h=l,e.s=c,e.l=u,e}getRGB(e,t=_t.workingColorSpace){return _t.workingToColorSpace(Fn.copy(this),t),e.r=Fn.r,e.g=Fn.g,e.b=Fn.b,e}getStyle(e=Xn){_t.workingToColorSpace(Fn.copy(this),e);let t=Fn.r,n=Fn.g,s=Fn.b;return e!==Xn?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Ns),this.setHSL(Ns.h+e,Ns.s+t,Ns.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ns),e.getHSL(Ul);let n=id(Ns.h,Ul.h,t),s=id(Ns.s,Ul.s,t),r=id(Ns.l,Ul.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Fn=new Ke;Ke.NAMES=p0;var Qo=class extends Cn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ji,this.environmentIntensity=1,this.environmentRotation=new ji,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ri=new J,fs=new J,hd=new J,ps=new J,Wr=new J,Xr=new J,dg=new J,ud=new J,dd=new J,fd=new J,pd=new $t,md=new $t,gd=new $t,Bs=class i{constructor(e=new J,t=new J,n=new J){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ri.subVectors(e,t),s.cross(Ri);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ri.subVectors(s,t),fs.subVectors(n,t),hd.subVectors(e,t);let o=Ri.dot(Ri),a=Ri.dot(fs),l=Ri.dot(hd),c=fs.dot(fs),u=fs.dot(hd),d=o*c-a*a;if(d===0)return r.set(0,0,0),null;let h=1/d,f=(c*l-a*u)*h,v=(o*u-a*l)*h;return r.set(1-f-v,v,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,ps)===null?!1:ps.x>=0&&ps.y>=0&&ps.x+ps.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,ps)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ps.x),l.addScaledVector(o,ps.y),l.addScaledVector(a,ps.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return pd.setScalar(0),md.setScalar(0),gd.setScalar(0),pd.fromBufferAttribute(e,t),md.fromBufferAttribute(e,n),gd.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(pd,r.x),o.addScaledVector(md,r.y),o.addScaledVector(gd,r.z),o}static isFrontFacing(e,t,n,s){return Ri.subVectors(n,t),fs.subVectors(e,t),Ri.cross(fs).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ri.subVectors(this.c,this.b),fs.subVectors(this.a,this.b),Ri.cross(fs).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;Wr.subVectors(s,n),Xr.subVectors(r,n),ud.subVectors(e,n);let l=Wr.dot(ud),c=Xr.dot(ud);if(l<=0&&c<=0)return t.copy(n);dd.subVectors(e,s);let u=Wr.dot(dd),d=Xr.dot(dd);if(u>=0&&d<=u)return t.copy(s);let h=l*d-u*c;if(h<=0&&l>=0&&u<=0&&l-u>0)return o=l/(l-u),t.copy(n).addScaledVector(Wr,o);fd.subVectors(e,r);let f=Wr.dot(fd),v=Xr.dot(fd);if(v>=0&&f<=v)return t.copy(r);let y=f*c-l*v;if(y<=0&&c>=0&&v<=0)return a=c/(c-v),t.copy(n).addScaledVector(Xr,a);let p=u*v-f*d;if(p<=0&&d-u>=0&&f-v>=0)return dg.subVectors(r,s),a=(d-u)/(d-u+(f-v)),t.copy(s).addScaledVector(dg,a);let m=1/(p+y+h);return o=y*m,a=h*m,t.copy(n).addScaledVector(Wr,o).addScaledVector(Xr,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},ks=class{constructor(e=new J(1/0,1/0,1/0),t=new J(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Ci.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Ci.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Ci.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Ci):Ci.fromBufferAttribute(r,o),Ci.applyMatrix4(e.matrixWorld),this.expandByPoint(Ci);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Fl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Fl.copy(n.boundingBox)),Fl.applyMatrix4(e.matrixWorld),this.union(Fl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ci),Ci.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Vo),Ol.subVectors(this.max,Vo),qr.subVectors(e.a,Vo),Yr.subVectors(e.b,Vo),$r.subVectors(e.c,Vo),Us.subVectors(Yr,qr),Fs.subVectors($r,Yr),rr.subVectors(qr,$r);let t=[0,-Us.z,Us.y,0,-Fs.z,Fs.y,0,-rr.z,rr.y,Us.z,0,-Us.x,Fs.z,0,-Fs.x,rr.z,0,-rr.x,-Us.y,Us.x,0,-Fs.y,Fs.x,0,-rr.y,rr.x,0];return!vd(t,qr,Yr,$r,Ol)||(t=[1,0,0,0,1,0,0,0,1],!vd(t,qr,Yr,$r,Ol))?!1:(Bl.crossVectors(Us,Fs),t=[Bl.x,Bl.y,Bl.z],vd(t,qr,Yr,$r,Ol))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ci).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ci).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ms[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ms[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ms[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ms[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ms[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ms[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ms[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ms[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ms),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ms=[new J,new J,new J,new J,new J,new J,new J,new J],Ci=new J,Fl=new ks,qr=new J,Yr=new J,$r=new J,Us=new J,Fs=new J,rr=new J,Vo=new J,Ol=new J,Bl=new J,or=new J;function vd(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){or.fromArray(i,r);let a=s.x*Math.abs(or.x)+s.y*Math.abs(or.y)+s.z*Math.abs(or.z),l=e.dot(or),c=t.dot(or),u=n.dot(or);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}var pn=new J,kl=new pt,xy=0,Yt=class extends Ji{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:xy++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=l0,this.updateRanges=[],this.gpuType=Di,this.version=0,this._normalizationScale=e!==void 0?of(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)kl.fromBufferAttribute(this,t),kl.applyMatrix3(e),this.setXY(t,kl.x,kl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyMatrix3(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyMatrix4(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyNormalMatrix(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.transformDirection(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):ay(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):ly(e,this.array)}};var ea=class extends Yt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var ta=class extends Yt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var Ln=class extends Yt{constructor(e,t,n){super(new Float32Array(e),t,n)}},yy=new ks,Go=new J,_d=new J,zs=class{constructor(e=new J,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):yy.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Go.subVectors(e,this.center);let t=Go.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(Go,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(_d.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Go.copy(e.center).add(_d)),this.expandByPoint(Go.copy(e.center).sub(_d))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},by=0,_i=new Bt,xd=new Cn,Zr=new J,ai=new ks,Wo=new ks,Tn=new J,tn=class i extends Ji{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:by++}),this.uuid=Ra(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(sy(e)?ta:ea)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new et().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return _i.makeRotationFromQuaternion(e),this.applyMatrix4(_i),this}rotateX(e){return _i.makeRotationX(e),this.applyMatrix4(_i),this}rotateY(e){return _i.makeRotationY(e),this.applyMatrix4(_i),this}rotateZ(e){return _i.makeRotationZ(e),this.applyMatrix4(_i),this}translate(e,t,n){return _i.makeTranslation(e,t,n),this.applyMatrix4(_i),this}scale(e,t,n){return _i.makeScale(e,t,n),this.applyMatrix4(_i),this}lookAt(e){return xd.lookAt(e),xd.updateMatrix(),this.applyMatrix4(xd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Zr).negate(),this.translate(Zr.x,Zr.y,Zr.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Ln(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&Ye("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ks);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new J(-1/0,-1/0,-1/0),new J(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];ai.setFromBufferAttribute(r),this.morphTargetsRelative?(Tn.addVectors(this.boundingBox.min,ai.min),this.boundingBox.expandByPoint(Tn),Tn.addVectors(this.boundingBox.max,ai.max),this.boundingBox.expandByPoint(Tn)):(this.boundingBox.expandByPoint(ai.min),this.boundingBox.expandByPoint(ai.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new zs);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new J,1/0);return}if(e){let n=this.boundingSphere.center;if(ai.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];Wo.setFromBufferAttribute(a),this.morphTargetsRelative?(Tn.addVectors(ai.min,Wo.min),ai.expandByPoint(Tn),Tn.addVectors(ai.max,Wo.max),ai.expandByPoint(Tn)):(ai.expandByPoint(Wo.min),ai.expandByPoint(Wo.max))}ai.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Tn.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Tn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)Tn.fromBufferAttribute(a,c),l&&(Zr.fromBufferAttribute(e,c),Tn.add(Zr)),s=Math.max(s,n.distanceToSquared(Tn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Yt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let z=0;z<n.count;z++)a[z]=new J,l[z]=new J;let u=new J,d=new J,h=new J,f=new pt,v=new pt,y=new pt,p=new J,m=new J;function b(z,N,L){c[z]=c[N]=c[L]=1,u.fromBufferAttribute(n,z),d.fromBufferAttribute(n,N),h.fromBufferAttribute(n,L),f.fromBufferAttribute(r,z),v.fromBufferAttribute(r,N),y.fromBufferAttribute(r,L),d.sub(u),h.sub(u),v.sub(f),y.sub(f);let V=1/(v.x*y.y-y.x*v.y);isFinite(V)&&(p.copy(d).multiplyScalar(y.y).addScaledVector(h,-v.y).multiplyScalar(V),m.copy(h).multiplyScalar(v.x).addScaledVector(d,-y.x).multiplyScalar(V),a[z].add(p),a[N].add(p),a[L].add(p),l[z].add(m),l[N].add(m),l[L].add(m))}let C=this.groups;C.length===0&&(C=[{start:0,count:e.count}]);for(let z=0,N=C.length;z<N;++z){let L=C[z],V=L.start,G=L.count;for(let D=V,H=V+G;D<H;D+=3)b(e.getX(D+0),e.getX(D+1),e.getX(D+2))}let w=new J,P=new J,T=new J,_=new J;function E(z){T.fromBufferAttribute(s,z),_.copy(T);let N=a[z];w.copy(N),w.sub(T.multiplyScalar(T.dot(N))).normalize(),P.crossVectors(_,N);let V=P.dot(l[z])<0?-1:1;o.setXYZW(z,w.x,w.y,w.z,V)}for(let z=0,N=n.count;z<N;++z)c[z]&&E(z);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Yt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let h=0,f=n.count;h<f;h++)n.setXYZ(h,0,0,0);let s=new J,r=new J,o=new J,a=new J,l=new J,c=new J,u=new J,d=new J;if(e)for(let h=0,f=e.count;h<f;h+=3){let v=e.getX(h+0),y=e.getX(h+1),p=e.getX(h+2);s.fromBufferAttribute(t,v),r.fromBufferAttribute(t,y),o.fromBufferAttribute(t,p),u.subVectors(o,r),d.subVectors(s,r),u.cross(d),a.fromBufferAttribute(n,v),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,p),a.add(u),l.add(u),c.add(u),n.setXYZ(v,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(p,c.x,c.y,c.z)}else for(let h=0,f=t.count;h<f;h+=3)s.fromBufferAttribute(t,h+0),r.fromBufferAttribute(t,h+1),o.fromBufferAttribute(t,h+2),u.subVectors(o,r),d.subVectors(s,r),u.cross(d),n.setXYZ(h+0,u.x,u.y,u.z),n.setXYZ(h+1,u.x,u.y,u.z),n.setXYZ(h+2,u.x,u.y,u.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Tn.fromBufferAttribute(e,t),Tn.normalize(),e.setXYZ(t,Tn.x,Tn.y,Tn.z)}toNonIndexed(){function e(a,l){let c=a.array,u=a.itemSize,d=a.normalized,h=new c.constructor(l.length*u),f=0,v=0;for(let y=0,p=l.length;y<p;y++){a.isInterleavedBufferAttribute?f=l[y]*a.data.stride+a.offset:f=l[y]*u;for(let m=0;m<u;m++)h[v++]=c[f++]}return new Yt(h,u,d)}if(this.index===null)return Ye("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let u=0,d=c.length;u<d;u++){let h=c[u],f=e(h,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let d=0,h=c.length;d<h;d++){let f=c[d];u.push(f.toJSON(e.data))}u.length>0&&(s[l]=u,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let u=s[c];this.setAttribute(c,u.clone(t))}let r=e.morphAttributes;for(let c in r){let u=[],d=r[c];for(let h=0,f=d.length;h<f;h++)u.push(d[h].clone(t));this.morphAttributes[c]=u}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,u=o.length;c<u;c++){let d=o[c];this.addGroup(d.start,d.count,d.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var yd=new J,Sy=new J,My=new et,li=class{constructor(e=new J(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=yd.subVectors(n,t).cross(Sy.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(yd),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||My.getNormalMatrix(e),s=this.coplanarPoint(yd).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},wy=0,Pi=class extends Ji{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:wy++}),this.uuid=Ra(),this.name="",this.type="Material",this.blending=uo,this.side=Xs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Od,this.blendDst=Bd,this.blendEquation=hr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Ke(0,0,0),this.blendAlpha=0,this.depthFunc=eo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=n0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=sc,this.stencilZFail=sc,this.stencilZPass=sc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){Ye(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ye(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Ke().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new li().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var gs=new J,bd=new J,zl=new J,Hl=new J,ro=class{constructor(e=new J,t=new J(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,gs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=gs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(gs.copy(this.origin).addScaledVector(this.direction,t),gs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){bd.copy(e).add(t).multiplyScalar(.5),zl.copy(t).sub(e).normalize(),Hl.copy(this.origin).sub(bd);let r=e.distanceTo(t)*.5,o=-this.direction.dot(zl),a=Hl.dot(this.direction),l=-Hl.dot(zl),c=Hl.lengthSq(),u=Math.abs(1-o*o),d,h,f,v;if(u>0)if(d=o*l-a,h=o*a-l,v=r*u,d>=0)if(h>=-v)if(h<=v){let y=1/u;d*=y,h*=y,f=d*(d+o*h+2*a)+h*(o*d+h+2*l)+c}else h=r,d=Math.max(0,-(o*h+a)),f=-d*d+h*(h+2*l)+c;else h=-r,d=Math.max(0,-(o*h+a)),f=-d*d+h*(h+2*l)+c;else h<=-v?(d=Math.max(0,-(-o*r+a)),h=d>0?-r:Math.min(Math.max(-r,-l),r),f=-d*d+h*(h+2*l)+c):h<=v?(d=0,h=Math.min(Math.max(-r,-l),r),f=h*(h+2*l)+c):(d=Math.max(0,-(o*r+a)),h=d>0?r:Math.min(Math.max(-r,-l),r),f=-d*d+h*(h+2*l)+c);else h=o>0?-r:r,d=Math.max(0,-(o*h+a)),f=-d*d+h*(h+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,d),s&&s.copy(bd).addScaledVector(zl,h),f}intersectSphere(e,t){if(e.radius<0)return null;gs.subVectors(e.center,this.origin);let n=gs.dot(this.direction),s=gs.dot(gs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,u=1/this.direction.y,d=1/this.direction.z,h=this.origin;return c>=0?(n=(e.min.x-h.x)*c,s=(e.max.x-h.x)*c):(n=(e.max.x-h.x)*c,s=(e.min.x-h.x)*c),u>=0?(r=(e.min.y-h.y)*u,o=(e.max.y-h.y)*u):(r=(e.max.y-h.y)*u,o=(e.min.y-h.y)*u),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),d>=0?(a=(e.min.z-h.z)*d,l=(e.max.z-h.z)*d):(a=(e.max.z-h.z)*d,l=(e.min.z-h.z)*d),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,gs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,u=a.z,d=e.x-o.x,h=e.y-o.y,f=e.z-o.z,v=t.x-o.x,y=t.y-o.y,p=t.z-o.z,m=n.x-o.x,b=n.y-o.y,C=n.z-o.z,w=Math.abs(l),P=Math.abs(c),T=Math.abs(u),_,E,z,N,L,V,G,D,H,Y,B,le;if(w>=P&&w>=T?(z=l,V=d,H=v,le=m,l>=0?(_=c,E=u,N=h,L=f,G=y,D=p,Y=b,B=C):(_=u,E=c,N=f,L=h,G=p,D=y,Y=C,B=b)):P>=T?(z=c,V=h,H=y,le=b,c>=0?(_=u,E=l,N=f,L=d,G=p,D=v,Y=C,B=m):(_=l,E=u,N=d,L=f,G=v,D=p,Y=m,B=C)):(z=u,V=f,H=p,le=C,u>=0?(_=l,E=c,N=d,L=h,G=v,D=y,Y=m,B=b):(_=c,E=l,N=h,L=d,G=y,D=v,Y=b,B=m)),z===0)return null;let $=_/z,j=E/z,ee=1/z,de=N-$*V,ue=L-j*V,Q=G-$*H,me=D-j*H,_e=Y-$*le,Ae=B-j*le,Se=_e*me-Ae*Q,Ge=de*Ae-ue*_e,it=Q*ue-me*de;if(s){if(Se<0||Ge<0||it<0)return null}else if((Se<0||Ge<0||it<0)&&(Se>0||Ge>0||it>0))return null;let He=Se+Ge+it;if(He===0)return null;let ht=ee*(Se*V+Ge*H+it*le);return(He>0?ht<0:ht>0)?null:this.at(ht/He,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},oo=class extends Pi{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Ke(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.combine=kc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},fg=new Bt,ar=new ro,Vl=new zs,pg=new J,Gl=new J,Wl=new J,Xl=new J,Sd=new J,ql=new J,mg=new J,Yl=new J,On=class extends Cn{constructor(e=new tn,t=new oo){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){ql.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let u=a[l],d=r[l];u!==0&&(Sd.fromBufferAttribute(d,e),o?ql.addScaledVector(Sd,u):ql.addScaledVector(Sd.sub(t),u))}t.add(ql)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Vl.copy(n.boundingSphere),Vl.applyMatrix4(r),ar.copy(e.ray).recast(e.near),!(Vl.containsPoint(ar.origin)===!1&&(ar.intersectSphere(Vl,pg)===null||ar.origin.distanceToSquared(pg)>(e.far-e.near)**2))&&(fg.copy(r).invert(),ar.copy(e.ray).applyMatrix4(fg),!(n.boundingBox!==null&&ar.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,ar)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,d=r.attributes.normal,h=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let v=0,y=h.length;v<y;v++){let p=h[v],m=o[p.materialIndex],b=Math.max(p.start,f.start),C=Math.min(a.count,Math.min(p.start+p.count,f.start+f.count));for(let w=b,P=C;w<P;w+=3){let T=a.getX(w),_=a.getX(w+1),E=a.getX(w+2);s=$l(this,m,e,n,c,u,d,T,_,E),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=p.materialIndex,t.push(s))}}else{let v=Math.max(0,f.start),y=Math.min(a.count,f.start+f.count);for(let p=v,m=y;p<m;p+=3){let b=a.getX(p),C=a.getX(p+1),w=a.getX(p+2);s=$l(this,o,e,n,c,u,d,b,C,w),s&&(s.faceIndex=Math.floor(p/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let v=0,y=h.length;v<y;v++){let p=h[v],m=o[p.materialIndex],b=Math.max(p.start,f.start),C=Math.min(l.count,Math.min(p.start+p.count,f.start+f.count));for(let w=b,P=C;w<P;w+=3){let T=w,_=w+1,E=w+2;s=$l(this,m,e,n,c,u,d,T,_,E),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=p.materialIndex,t.push(s))}}else{let v=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let p=v,m=y;p<m;p+=3){let b=p,C=p+1,w=p+2;s=$l(this,o,e,n,c,u,d,b,C,w),s&&(s.faceIndex=Math.floor(p/3),t.push(s))}}}};function Ey(i,e,t,n,s,r,o,a){let l;if(e.side===Yn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===Xs,a),l===null)return null;Yl.copy(a),Yl.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Yl);return c<t.near||c>t.far?null:{distance:c,point:Yl.clone(),object:i}}function $l(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,Gl),i.getVertexPosition(l,Wl),i.getVertexPosition(c,Xl);let u=Ey(i,e,t,n,Gl,Wl,Xl,mg);if(u){let d=new J;Bs.getBarycoord(mg,Gl,Wl,Xl,d),s&&(u.uv=Bs.getInterpolatedAttribute(s,a,l,c,d,new pt)),r&&(u.uv1=Bs.getInterpolatedAttribute(r,a,l,c,d,new pt)),o&&(u.normal=Bs.getInterpolatedAttribute(o,a,l,c,d,new J),u.normal.dot(n.direction)>0&&u.normal.multiplyScalar(-1));let h={a,b:l,c,normal:new J,materialIndex:0};Bs.getNormal(Gl,Wl,Xl,h.normal),u.face=h,u.barycoord=d}return u}var ao=class extends Kn{constructor(e=null,t=1,n=1,s,r,o,a,l,c=An,u=An,d,h){super(null,o,a,l,c,u,s,r,d,h),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var na=class extends Yt{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}};var lr=new zs,Ty=new pt(.5,.5),Zl=new J,Hs=class{constructor(e=new li,t=new li,n=new li,s=new li,r=new li,o=new li){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=xi,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],d=r[5],h=r[6],f=r[7],v=r[8],y=r[9],p=r[10],m=r[11],b=r[12],C=r[13],w=r[14],P=r[15];if(s[0].setComponents(c-o,f-u,m-v,P-b).normalize(),s[1].setComponents(c+o,f+u,m+v,P+b).normalize(),s[2].setComponents(c+a,f+d,m+y,P+C).normalize(),s[3].setComponents(c-a,f-d,m-y,P-C).normalize(),n)s[4].setComponents(l,h,p,w).normalize(),s[5].setComponents(c-l,f-h,m-p,P-w).normalize();else if(s[4].setComponents(c-l,f-h,m-p,P-w).normalize(),t===xi)s[5].setComponents(c+l,f+h,m+p,P+w).normalize();else if(t===to)s[5].setComponents(l,h,p,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),lr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),lr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(lr)}intersectsSprite(e){lr.center.set(0,0,0);let t=Ty.distanceTo(e.center);return lr.radius=.7071067811865476+t,lr.applyMatrix4(e.matrixWorld),this.intersectsSphere(lr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Zl.x=s.normal.x>0?e.max.x:e.min.x,Zl.y=s.normal.y>0?e.max.y:e.min.y,Zl.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Zl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},gg=new Bt,xc=class i{constructor(){this.coordinateSystem=xi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];gg.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Hs),n[s].setFromProjectionMatrix(gg,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Hs),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var Ii=class extends Pi{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Ke(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},yc=new J,bc=new J,vg=new Bt,Xo=new ro,Jl=new zs,Md=new J,_g=new J,Sc=class extends Cn{constructor(e=new tn,t=new Ii){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)yc.fromBufferAttribute(t,s-1),bc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=yc.distanceTo(bc);e.setAttribute("lineDistance",new Ln(n,1))}else Ye("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Jl.copy(n.boundingSphere),Jl.applyMatrix4(s),Jl.radius+=r,e.ray.intersectsSphere(Jl)===!1)return;vg.copy(s).invert(),Xo.copy(e.ray).applyMatrix4(vg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=n.index,h=n.attributes.position;if(u!==null){let f=Math.max(0,o.start),v=Math.min(u.count,o.start+o.count);for(let y=f,p=v-1;y<p;y+=c){let m=u.getX(y),b=u.getX(y+1),C=Kl(this,e,Xo,l,m,b,y);C&&t.push(C)}if(this.isLineLoop){let y=u.getX(v-1),p=u.getX(f),m=Kl(this,e,Xo,l,y,p,v-1);m&&t.push(m)}}else{let f=Math.max(0,o.start),v=Math.min(h.count,o.start+o.count);for(let y=f,p=v-1;y<p;y+=c){let m=Kl(this,e,Xo,l,y,y+1,y);m&&t.push(m)}if(this.isLineLoop){let y=Kl(this,e,Xo,l,v-1,f,v-1);y&&t.push(y)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Kl(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(yc.fromBufferAttribute(a,s),bc.fromBufferAttribute(a,r),t.distanceSqToSegment(yc,bc,Md,_g)>n)return;Md.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Md);if(!(c<e.near||c>e.far))return{distance:c,point:_g.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var xg=new J,yg=new J,Qi=class extends Sc{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)xg.fromBufferAttribute(t,s),yg.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+xg.distanceTo(yg);e.setAttribute("lineDistance",new Ln(n,1))}else Ye("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Mc=class extends Pi{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Ke(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},bg=new Bt,Cd=new ro,jl=new zs,Ql=new J,ia=class extends Cn{constructor(e=new tn,t=new Mc){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),jl.copy(n.boundingSphere),jl.applyMatrix4(s),jl.radius+=r,e.ray.intersectsSphere(jl)===!1)return;bg.copy(s).invert(),Cd.copy(e.ray).applyMatrix4(bg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,d=n.attributes.position;if(c!==null){let h=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let v=h,y=f;v<y;v++){let p=c.getX(v);Ql.fromBufferAttribute(d,p),Sg(Ql,p,l,s,e,t,this)}}else{let h=Math.max(0,o.start),f=Math.min(d.count,o.start+o.count);for(let v=h,y=f;v<y;v++)Ql.fromBufferAttribute(d,v),Sg(Ql,v,l,s,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Sg(i,e,t,n,s,r,o){let a=Cd.distanceSqToPoint(i);if(a<t){let l=new J;Cd.closestPointToPoint(i,l),l.applyMatrix4(n);let c=s.ray.origin.distanceTo(l);if(c<s.near||c>s.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var sa=class extends Kn{constructor(e=[],t=ur,n,s,r,o,a,l,c,u){super(e,t,n,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var ys=class extends Kn{constructor(e,t,n=Li,s,r,o,a=An,l=An,c,u=xs,d=1){if(u!==xs&&u!==Ss)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let h={width:e,height:t,depth:d};super(h,s,r,o,a,l,u,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new io(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},ra=class extends ys{constructor(e,t=Li,n=ur,s,r,o=An,a=An,l,c=xs){let u={width:e,height:e,depth:1},d=[u,u,u,u,u,u];super(e,e,t,n,s,r,o,a,l,c),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},oa=class extends Kn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},lo=class i extends tn{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],u=[],d=[],h=0,f=0;v("z","y","x",-1,-1,n,t,e,o,r,0),v("z","y","x",1,-1,n,t,-e,o,r,1),v("x","z","y",1,1,e,n,t,s,o,2),v("x","z","y",1,-1,e,n,-t,s,o,3),v("x","y","z",1,-1,e,t,n,s,r,4),v("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Ln(c,3)),this.setAttribute("normal",new Ln(u,3)),this.setAttribute("uv",new Ln(d,2));function v(y,p,m,b,C,w,P,T,_,E,z){let N=w/_,L=P/E,V=w/2,G=P/2,D=T/2,H=_+1,Y=E+1,B=0,le=0,$=new J;for(let j=0;j<Y;j++){let ee=j*L-G;for(let de=0;de<H;de++){let ue=de*N-V;$[y]=ue*b,$[p]=ee*C,$[m]=D,c.push($.x,$.y,$.z),$[y]=0,$[p]=0,$[m]=T>0?1:-1,u.push($.x,$.y,$.z),d.push(de/_),d.push(1-j/E),B+=1}}for(let j=0;j<E;j++)for(let ee=0;ee<_;ee++){let de=h+ee+H*j,ue=h+ee+H*(j+1),Q=h+(ee+1)+H*(j+1),me=h+(ee+1)+H*j;l.push(de,ue,me),l.push(ue,Q,me),le+=6}a.addGroup(f,le,z),f+=le,h+=B}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var aa=class i extends tn{constructor(e=1,t=32,n=0,s=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:e,segments:t,thetaStart:n,thetaLength:s},t=Math.max(3,t);let r=[],o=[],a=[],l=[],c=new J,u=new pt;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let d=0,h=3;d<=t;d++,h+=3){let f=n+d/t*s;c.x=e*Math.cos(f),c.y=e*Math.sin(f),o.push(c.x,c.y,c.z),a.push(0,0,1),u.x=(o[h]/e+1)/2,u.y=(o[h+1]/e+1)/2,l.push(u.x,u.y)}for(let d=1;d<=t;d++)r.push(d,d+1,0);this.setIndex(r),this.setAttribute("position",new Ln(o,3)),this.setAttribute("normal",new Ln(a,3)),this.setAttribute("uv",new Ln(l,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.segments,e.thetaStart,e.thetaLength)}};var la=class i extends tn{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,u=l+1,d=e/a,h=t/l,f=[],v=[],y=[],p=[];for(let m=0;m<u;m++){let b=m*h-o;for(let C=0;C<c;C++){let w=C*d-r;v.push(w,-b,0),y.push(0,0,1),p.push(C/a),p.push(1-m/l)}}for(let m=0;m<l;m++)for(let b=0;b<a;b++){let C=b+c*m,w=b+c*(m+1),P=b+1+c*(m+1),T=b+1+c*m;f.push(C,w,T),f.push(w,P,T)}this.setIndex(f),this.setAttribute("position",new Ln(v,3)),this.setAttribute("normal",new Ln(y,3)),this.setAttribute("uv",new Ln(p,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};function fr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Mg(s))s.isRenderTargetTexture?(Ye("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Mg(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Bn(i){let e={};for(let t=0;t<i.length;t++){let n=fr(i[t]);for(let s in n)e[s]=n[s]}return e}function Mg(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Ay(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function af(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:_t.workingColorSpace}var m0={clone:fr,merge:Bn},Ry=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Cy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,hi=class extends Pi{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Ry,this.fragmentShader=Cy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=fr(e.uniforms),this.uniformsGroups=Ay(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new Ke().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new J().fromArray(s.value);break;case"v4":this.uniforms[n].value=new $t().fromArray(s.value);break;case"m3":this.uniforms[n].value=new et().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Bt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},wc=class extends hi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},ca=class extends Pi{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Ke(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Ke(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ta,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var ha=class extends Pi{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Ke(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Ke(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ta,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ji,this.combine=kc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Ec=class extends Pi{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=e0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Tc=class extends Pi{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Jr(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function ec(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Vs=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Ac=class extends Vs{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Td,endingEnd:Td}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Ad:r=e,a=2*t-n;break;case Rd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Ad:o=e,l=2*n-t;break;case Rd:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,u=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=this._offsetPrev,d=this._offsetNext,h=this._weightPrev,f=this._weightNext,v=(n-t)/(s-t),y=v*v,p=y*v,m=-h*p+2*h*y-h*v,b=(1+h)*p+(-1.5-2*h)*y+(-.5+h)*v+1,C=(-1-f)*p+(1.5+f)*y+.5*v,w=f*p-f*y;for(let P=0;P!==a;++P)r[P]=m*o[u+P]+b*o[c+P]+C*o[l+P]+w*o[d+P];return r}},Rc=class extends Vs{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=(n-t)/(s-t),d=1-u;for(let h=0;h!==a;++h)r[h]=o[c+h]*d+o[l+h]*u;return r}},Cc=class extends Vs{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Pc=class extends Vs{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,u=this.inTangents,d=this.outTangents;if(!u||!d){let v=(n-t)/(s-t),y=1-v;for(let p=0;p!==a;++p)r[p]=o[c+p]*y+o[l+p]*v;return r}let h=a*2,f=e-1;for(let v=0;v!==a;++v){let y=o[c+v],p=o[l+v],m=f*h+v*2,b=d[m],C=d[m+1],w=e*h+v*2,P=u[w],T=u[w+1],_=Iy(n,t,b,P,s);r[v]=g0(_,y,C,T,p)}return r}};function g0(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function Py(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function Iy(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=g0(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=Py(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ui=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Jr(t,this.TimeBufferType),this.values=Jr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Jr(e.times,Array),values:Jr(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),ec(e.settings)&&(n.settings={inTangents:Jr(e.settings.inTangents,Array),outTangents:Jr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Cc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Rc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Ac(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Pc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Yo:t=this.InterpolantFactoryMethodDiscrete;break;case pc:t=this.InterpolantFactoryMethodLinear;break;case ic:t=this.InterpolantFactoryMethodSmooth;break;case Ed:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Ye("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Yo;case this.InterpolantFactoryMethodLinear:return pc;case this.InterpolantFactoryMethodSmooth:return ic;case this.InterpolantFactoryMethodBezier:return Ed}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;ec(this.settings)&&(wg(this.settings.inTangents,e),wg(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;ec(this.settings)&&(Eg(this.settings.inTangents,e),Eg(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&ry(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===ic,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],u=e[a+1];if(c!==u&&(a!==1||c!==e[0]))if(s)l=!0;else{let d=a*n,h=d-n,f=d+n;for(let v=0;v!==n;++v){let y=t[d+v];if(y!==t[h+v]||y!==t[f+v]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let d=a*n,h=o*n;for(let f=0;f!==n;++f)t[h+f]=t[d+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,ec(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function wg(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function Eg(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}ui.prototype.ValueTypeName="";ui.prototype.TimeBufferType=Float32Array;ui.prototype.ValueBufferType=Float32Array;ui.prototype.DefaultInterpolation=pc;var Gs=class extends ui{constructor(e,t,n){super(e,t,n)}};Gs.prototype.ValueTypeName="bool";Gs.prototype.ValueBufferType=Array;Gs.prototype.DefaultInterpolation=Yo;Gs.prototype.InterpolantFactoryMethodLinear=void 0;Gs.prototype.InterpolantFactoryMethodSmooth=void 0;var Ic=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}};Ic.prototype.ValueTypeName="color";var Lc=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}};Lc.prototype.ValueTypeName="number";var Dc=class extends Vs{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let u=c+a;c!==u;c+=4)Ki.slerpFlat(r,0,o,c-a,o,c,l);return r}},ua=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Dc(this.times,this.values,this.getValueSize(),e)}};ua.prototype.ValueTypeName="quaternion";ua.prototype.InterpolantFactoryMethodSmooth=void 0;var Ws=class extends ui{constructor(e,t,n){super(e,t,n)}};Ws.prototype.ValueTypeName="string";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=Yo;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var Nc=class extends ui{constructor(e,t,n,s){super(e,t,n,s)}};Nc.prototype.ValueTypeName="vector";var Uc=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),l?l(u):u},this.setURLModifier=function(u){return l=u,this},this.addHandler=function(u,d){return c.push(u,d),this},this.removeHandler=function(u){let d=c.indexOf(u);return d!==-1&&c.splice(d,2),this},this.getHandler=function(u){for(let d=0,h=c.length;d<h;d+=2){let f=c[d],v=c[d+1];if(f.global&&(f.lastIndex=0),f.test(u))return v}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},v0=new Uc,Fc=class{constructor(e){this.manager=e!==void 0?e:v0,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Fc.DEFAULT_MATERIAL_NAME="__DEFAULT";var da=class extends Cn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Ke(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},fa=class extends da{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Cn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Ke(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},wd=new Bt,Tg=new J,Ag=new J,Oc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=jn,this.map=null,this.mapPass=null,this.matrix=new Bt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Hs,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new $t(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Tg.setFromMatrixPosition(e.matrixWorld),t.position.copy(Tg),Ag.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Ag),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){wd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(wd,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===to||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(wd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},tc=new J,nc=new Ki,$i=new J,pa=class extends Cn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Bt,this.projectionMatrix=new Bt,this.projectionMatrixInverse=new Bt,this.coordinateSystem=xi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(tc,nc,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(tc,nc,$i.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(tc,nc,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(tc,nc,$i.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Os=new J,Rg=new pt,Cg=new pt,qn=class extends pa{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=mc*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(nd*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return mc*2*Math.atan(Math.tan(nd*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Os.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Os.x,Os.y).multiplyScalar(-e/Os.z),Os.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Os.x,Os.y).multiplyScalar(-e/Os.z)}getViewSize(e,t){return this.getViewBounds(e,Rg,Cg),t.subVectors(Cg,Rg)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(nd*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var ma=class extends pa{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Pd=class extends Oc{constructor(){super(new ma(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ga=class extends da{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Cn.DEFAULT_UP),this.updateMatrix(),this.target=new Cn,this.shadow=new Pd}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var va=class extends tn{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var Kr=-90,jr=1,co=class extends Cn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new qn(Kr,jr,e,t);s.layers=this.layers,this.add(s);let r=new qn(Kr,jr,e,t);r.layers=this.layers,this.add(r);let o=new qn(Kr,jr,e,t);o.layers=this.layers,this.add(o);let a=new qn(Kr,jr,e,t);a.layers=this.layers,this.add(a);let l=new qn(Kr,jr,e,t);l.layers=this.layers,this.add(l);let c=new qn(Kr,jr,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===xi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===to)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,u]=this.children,d=e.getRenderTarget(),h=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),v=e.xr.enabled;e.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let p=!1;e.isWebGLRenderer===!0?p=e.state.buffers.depth.getReversed():p=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=y,e.setRenderTarget(n,5,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),e.setRenderTarget(d,h,f),e.xr.enabled=v,n.texture.needsPMREMUpdate=!0}},Bc=class extends qn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var lf="\\[\\]\\.:\\/",Ly=new RegExp("["+lf+"]","g"),cf="[^"+lf+"]",Dy="[^"+lf.replace("\\.","")+"]",Ny=/((?:WC+[\/:])*)/.source.replace("WC",cf),Uy=/(WCOD+)?/.source.replace("WCOD",Dy),Fy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",cf),Oy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",cf),By=new RegExp("^"+Ny+Uy+Fy+Oy+"$"),ky=["material","materials","bones","map"],Id=class{constructor(e,t,n){let s=n||Wt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Wt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Ly,"")}static parseTrackName(e){let t=By.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);ky.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Ye("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let u=0;u<e.length;u++)if(e[u].name===c){c=u;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Wt.Composite=Id;Wt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Wt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Wt.prototype.GetterByBindingType=[Wt.prototype._getValue_direct,Wt.prototype._getValue_array,Wt.prototype._getValue_arrayElement,Wt.prototype._getValue_toArray];Wt.prototype.SetterByBindingTypeAndVersioning=[[Wt.prototype._setValue_direct,Wt.prototype._setValue_direct_setNeedsUpdate,Wt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Wt.prototype._setValue_array,Wt.prototype._setValue_array_setNeedsUpdate,Wt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Wt.prototype._setValue_arrayElement,Wt.prototype._setValue_arrayElement_setNeedsUpdate,Wt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Wt.prototype._setValue_fromArray,Wt.prototype._setValue_fromArray_setNeedsUpdate,Wt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var OT=new Float32Array(1);var Ld=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};function hf(i,e,t,n){let s=zy(n);switch(t){case Kd:return i*e;case Qd:return i*e/s.components*s.byteLength;case qc:return i*e/s.components*s.byteLength;case qs:return i*e*2/s.components*s.byteLength;case Yc:return i*e*2/s.components*s.byteLength;case jd:return i*e*3/s.components*s.byteLength;case Ui:return i*e*4/s.components*s.byteLength;case $c:return i*e*4/s.components*s.byteLength;case ya:case ba:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Sa:case Ma:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Jc:case jc:return Math.max(i,16)*Math.max(e,8)/4;case Zc:case Kc:return Math.max(i,8)*Math.max(e,8)/2;case Qc:case eh:case nh:case ih:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case th:case wa:case sh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case rh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case oh:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case ah:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case lh:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case ch:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case hh:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case uh:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case dh:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case fh:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case ph:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case mh:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case gh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case vh:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case _h:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case xh:case yh:case bh:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Sh:case Mh:return Math.ceil(i/4)*Math.ceil(e/4)*8;case Ea:case wh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function zy(i){switch(i){case jn:case Yd:return{byteLength:1,components:1};case po:case $d:case Ni:return{byteLength:2,components:1};case Wc:case Xc:return{byteLength:2,components:4};case Li:case Gc:case Di:return{byteLength:4,components:1};case Zd:case Jd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Ye("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function k0(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function Vy(i){let e=new WeakMap;function t(a,l){let c=a.array,u=a.usage,d=c.byteLength,h=i.createBuffer();i.bindBuffer(l,h),i.bufferData(l,c,u),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:h,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:d}}function n(a,l,c){let u=l.array,d=l.updateRanges;if(i.bindBuffer(c,a),d.length===0)i.bufferSubData(c,0,u);else{d.sort((f,v)=>f.start-v.start);let h=0;for(let f=1;f<d.length;f++){let v=d[h],y=d[f];y.start<=v.start+v.count+1?v.count=Math.max(v.count,y.start+y.count-v.start):(++h,d[h]=y)}d.length=h+1;for(let f=0,v=d.length;f<v;f++){let y=d[f];i.bufferSubData(c,y.start*u.BYTES_PER_ELEMENT,u,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=e.get(a);(!u||u.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Gy=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Wy=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Xy=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,qy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Yy=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,$y=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Zy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Jy=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Ky=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,jy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Qy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,eb=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,tb=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,nb=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,ib=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,sb=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,rb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,ob=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,ab=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,lb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,cb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,hb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,ub=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,db=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,fb=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,pb=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,mb=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,gb=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,vb=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,_b="gl_FragColor = linearToOutputTexel( gl_FragColor );",xb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,yb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,bb=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Sb=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Mb=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,wb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Eb=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Tb=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ab=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Rb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Cb=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Pb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Ib=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Lb=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Db=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Nb=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Ub=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Fb=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Ob=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Bb=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,kb=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,zb=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Hb=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Vb=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Gb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Wb=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Xb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,qb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Yb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,$b=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Zb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Jb=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Kb=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,jb=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Qb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,eS=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,tS=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,nS=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,iS=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,sS=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,rS=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,oS=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,aS=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,lS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,cS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,hS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,uS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,dS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,fS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,pS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,mS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,gS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,vS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,_S=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,xS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,yS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,bS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,SS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,MS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,wS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,ES=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,TS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,AS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,RS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,CS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,PS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,IS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,LS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,DS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,NS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,US=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,FS=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,OS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,BS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,kS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,zS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,HS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,VS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,GS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,WS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,XS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,qS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,YS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,$S=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,ZS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,JS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,KS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,jS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,QS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,eM=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,tM=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,nM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,iM=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,sM=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,rM=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,oM=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,aM=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,lM=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,cM=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,hM=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,uM=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,dM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,fM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,pM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,mM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,gM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,vM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,_M=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,xM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,yM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,bM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ct={alphahash_fragment:Gy,alphahash_pars_fragment:Wy,alphamap_fragment:Xy,alphamap_pars_fragment:qy,alphatest_fragment:Yy,alphatest_pars_fragment:$y,aomap_fragment:Zy,aomap_pars_fragment:Jy,batching_pars_vertex:Ky,batching_vertex:jy,begin_vertex:Qy,beginnormal_vertex:eb,bsdfs:tb,iridescence_fragment:nb,bumpmap_pars_fragment:ib,clipping_planes_fragment:sb,clipping_planes_pars_fragment:rb,clipping_planes_pars_vertex:ob,clipping_planes_vertex:ab,color_fragment:lb,color_pars_fragment:cb,color_pars_vertex:hb,color_vertex:ub,common:db,defaultnormal_vertex:fb,displacementmap_pars_vertex:pb,displacementmap_vertex:mb,emissivemap_fragment:gb,emissivemap_pars_fragment:vb,colorspace_fragment:_b,colorspace_pars_fragment:xb,envmap_fragment:yb,envmap_common_pars_fragment:bb,envmap_pars_fragment:Sb,envmap_pars_vertex:Mb,envmap_physical_pars_fragment:Nb,envmap_vertex:wb,fog_vertex:Eb,fog_pars_vertex:Tb,fog_fragment:Ab,fog_pars_fragment:Rb,gradientmap_pars_fragment:Cb,lightmap_pars_fragment:Pb,lights_lambert_fragment:Ib,lights_lambert_pars_fragment:Lb,lights_pars_begin:Db,lights_toon_fragment:Ub,lights_toon_pars_fragment:Fb,lights_phong_fragment:Ob,lights_phong_pars_fragment:Bb,lights_physical_fragment:kb,lights_physical_pars_fragment:zb,lights_fragment_begin:Hb,lights_fragment_maps:Vb,lights_fragment_end:Gb,lightprobes_pars_fragment:Wb,logdepthbuf_fragment:Xb,logdepthbuf_pars_fragment:qb,logdepthbuf_pars_vertex:Yb,logdepthbuf_vertex:$b,map_fragment:Zb,map_pars_fragment:Jb,map_particle_fragment:Kb,map_particle_pars_fragment:jb,metalnessmap_fragment:Qb,metalnessmap_pars_fragment:eS,morphinstance_vertex:tS,morphcolor_vertex:nS,morphnormal_vertex:iS,morphtarget_pars_vertex:sS,morphtarget_vertex:rS,normal_fragment_begin:oS,normal_fragment_maps:aS,normal_pars_fragment:lS,normal_pars_vertex:cS,normal_vertex:hS,normalmap_pars_fragment:uS,clearcoat_normal_fragment_begin:dS,clearcoat_normal_fragment_maps:fS,clearcoat_pars_fragment:pS,iridescence_pars_fragment:mS,opaque_fragment:gS,packing:vS,premultiplied_alpha_fragment:_S,project_vertex:xS,dithering_fragment:yS,dithering_pars_fragment:bS,roughnessmap_fragment:SS,roughnessmap_pars_fragment:MS,shadowmap_pars_fragment:wS,shadowmap_pars_vertex:ES,shadowmap_vertex:TS,shadowmask_pars_fragment:AS,skinbase_vertex:RS,skinning_pars_vertex:CS,skinning_vertex:PS,skinnormal_vertex:IS,specularmap_fragment:LS,specularmap_pars_fragment:DS,tonemapping_fragment:NS,tonemapping_pars_fragment:US,transmission_fragment:FS,transmission_pars_fragment:OS,uv_pars_fragment:BS,uv_pars_vertex:kS,uv_vertex:zS,worldpos_vertex:HS,background_vert:VS,background_frag:GS,backgroundCube_vert:WS,backgroundCube_frag:XS,cube_vert:qS,cube_frag:YS,depth_vert:$S,depth_frag:ZS,distance_vert:JS,distance_frag:KS,equirect_vert:jS,equirect_frag:QS,linedashed_vert:eM,linedashed_frag:tM,meshbasic_vert:nM,meshbasic_frag:iM,meshlambert_vert:sM,meshlambert_frag:rM,meshmatcap_vert:oM,meshmatcap_frag:aM,meshnormal_vert:lM,meshnormal_frag:cM,meshphong_vert:hM,meshphong_frag:uM,meshphysical_vert:dM,meshphysical_frag:fM,meshtoon_vert:pM,meshtoon_frag:mM,points_vert:gM,points_frag:vM,shadow_vert:_M,shadow_frag:xM,sprite_vert:yM,sprite_frag:bM},Le={common:{diffuse:{value:new Ke(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new et},alphaMap:{value:null},alphaMapTransform:{value:new et},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new et}},envmap:{envMap:{value:null},envMapRotation:{value:new et},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new et}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new et}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new et},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new et},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new et},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new et}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new et}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new et}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Ke(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Ke(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new et},alphaTest:{value:0},uvTransform:{value:new et}},sprite:{diffuse:{value:new Ke(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new et},alphaMap:{value:null},alphaMapTransform:{value:new et},alphaTest:{value:0}}},ns={basic:{uniforms:Bn([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.fog]),vertexShader:ct.meshbasic_vert,fragmentShader:ct.meshbasic_frag},lambert:{uniforms:Bn([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new Ke(0)},envMapIntensity:{value:1}}]),vertexShader:ct.meshlambert_vert,fragmentShader:ct.meshlambert_frag},phong:{uniforms:Bn([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new Ke(0)},specular:{value:new Ke(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ct.meshphong_vert,fragmentShader:ct.meshphong_frag},standard:{uniforms:Bn([Le.common,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.roughnessmap,Le.metalnessmap,Le.fog,Le.lights,{emissive:{value:new Ke(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ct.meshphysical_vert,fragmentShader:ct.meshphysical_frag},toon:{uniforms:Bn([Le.common,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.gradientmap,Le.fog,Le.lights,{emissive:{value:new Ke(0)}}]),vertexShader:ct.meshtoon_vert,fragmentShader:ct.meshtoon_frag},matcap:{uniforms:Bn([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,{matcap:{value:null}}]),vertexShader:ct.meshmatcap_vert,fragmentShader:ct.meshmatcap_frag},points:{uniforms:Bn([Le.points,Le.fog]),vertexShader:ct.points_vert,fragmentShader:ct.points_frag},dashed:{uniforms:Bn([Le.common,Le.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ct.linedashed_vert,fragmentShader:ct.linedashed_frag},depth:{uniforms:Bn([Le.common,Le.displacementmap]),vertexShader:ct.depth_vert,fragmentShader:ct.depth_frag},normal:{uniforms:Bn([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,{opacity:{value:1}}]),vertexShader:ct.meshnormal_vert,fragmentShader:ct.meshnormal_frag},sprite:{uniforms:Bn([Le.sprite,Le.fog]),vertexShader:ct.sprite_vert,fragmentShader:ct.sprite_frag},background:{uniforms:{uvTransform:{value:new et},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ct.background_vert,fragmentShader:ct.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new et}},vertexShader:ct.backgroundCube_vert,fragmentShader:ct.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ct.cube_vert,fragmentShader:ct.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ct.equirect_vert,fragmentShader:ct.equirect_frag},distance:{uniforms:Bn([Le.common,Le.displacementmap,{referencePosition:{value:new J},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ct.distance_vert,fragmentShader:ct.distance_frag},shadow:{uniforms:Bn([Le.lights,Le.fog,{color:{value:new Ke(0)},opacity:{value:1}}]),vertexShader:ct.shadow_vert,fragmentShader:ct.shadow_frag}};ns.physical={uniforms:Bn([ns.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new et},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new et},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new et},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new et},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new et},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new et},sheen:{value:0},sheenColor:{value:new Ke(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new et},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new et},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new et},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new et},attenuationDistance:{value:0},attenuationColor:{value:new Ke(0)},specularColor:{value:new Ke(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new et},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new et},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new et}}]),vertexShader:ct.meshphysical_vert,fragmentShader:ct.meshphysical_frag};var Eh={r:0,b:0,g:0},SM=new Bt,z0=new et;z0.set(-1,0,0,0,1,0,0,0,1);function MM(i,e,t,n,s,r){let o=new Ke(0),a=s===!0?0:1,l,c,u=null,d=0,h=null;function f(b){let C=b.isScene===!0?b.background:null;if(C&&C.isTexture){let w=b.backgroundBlurriness>0;C=e.get(C,w)}return C}function v(b){let C=!1,w=f(b);w===null?p(o,a):w&&w.isColor&&(p(w,1),C=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?t.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||C)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(b,C){let w=f(C);w&&w.isCubeTexture?(c===void 0&&(c=new On(new lo(1,1,1),new hi({name:"BackgroundCubeMaterial",uniforms:fr(ns.backgroundCube.uniforms),vertexShader:ns.backgroundCube.vertexShader,fragmentShader:ns.backgroundCube.fragmentShader,side:Yn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=w,c.material.uniforms.backgroundBlurriness.value=C.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=C.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(SM.makeRotationFromEuler(C.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(z0),c.material.toneMapped=_t.getTransfer(w.colorSpace)!==Tt,(u!==w||d!==w.version||h!==i.toneMapping)&&(c.material.needsUpdate=!0,u=w,d=w.version,h=i.toneMapping),c.layers.enableAll(),b.unshift(c,c.geometry,c.material,0,0,null)):w&&w.isTexture&&(l===void 0&&(l=new On(new la(2,2),new hi({name:"BackgroundMaterial",uniforms:fr(ns.background.uniforms),vertexShader:ns.background.vertexShader,fragmentShader:ns.background.fragmentShader,side:Xs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=w,l.material.uniforms.backgroundIntensity.value=C.backgroundIntensity,l.material.toneMapped=_t.getTransfer(w.colorSpace)!==Tt,w.matrixAutoUpdate===!0&&w.updateMatrix(),l.material.uniforms.uvTransform.value.copy(w.matrix),(u!==w||d!==w.version||h!==i.toneMapping)&&(l.material.needsUpdate=!0,u=w,d=w.version,h=i.toneMapping),l.layers.enableAll(),b.unshift(l,l.geometry,l.material,0,0,null))}function p(b,C){b.getRGB(Eh,af(i)),t.buffers.color.setClear(Eh.r,Eh.g,Eh.b,C,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(b,C=1){o.set(b),a=C,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(b){a=b,p(o,a)},render:v,addToRenderList:y,dispose:m}}function wM(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=h(null),r=s,o=!1;function a(L,V,G,D,H){let Y=!1,B=d(L,D,G,V);r!==B&&(r=B,c(r.object)),Y=f(L,D,G,H),Y&&v(L,D,G,H),H!==null&&e.update(H,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,w(L,V,G,D),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function u(L){return i.deleteVertexArray(L)}function d(L,V,G,D){let H=D.wireframe===!0,Y=n[V.id];Y===void 0&&(Y={},n[V.id]=Y);let B=L.isInstancedMesh===!0?L.id:0,le=Y[B];le===void 0&&(le={},Y[B]=le);let $=le[G.id];$===void 0&&($={},le[G.id]=$);let j=$[H];return j===void 0&&(j=h(l()),$[H]=j),j}function h(L){let V=[],G=[],D=[];for(let H=0;H<t;H++)V[H]=0,G[H]=0,D[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:V,enabledAttributes:G,attributeDivisors:D,object:L,attributes:{},index:null}}function f(L,V,G,D){let H=r.attributes,Y=V.attributes,B=0,le=G.getAttributes();for(let $ in le)if(le[$].location>=0){let ee=H[$],de=Y[$];if(de===void 0&&($==="instanceMatrix"&&L.instanceMatrix&&(de=L.instanceMatrix),$==="instanceColor"&&L.instanceColor&&(de=L.instanceColor)),ee===void 0||ee.attribute!==de||de&&ee.data!==de.data)return!0;B++}return r.attributesNum!==B||r.index!==D}function v(L,V,G,D){let H={},Y=V.attributes,B=0,le=G.getAttributes();for(let $ in le)if(le[$].location>=0){let ee=Y[$];ee===void 0&&($==="instanceMatrix"&&L.instanceMatrix&&(ee=L.instanceMatrix),$==="instanceColor"&&L.instanceColor&&(ee=L.instanceColor));let de={};de.attribute=ee,ee&&ee.data&&(de.data=ee.data),H[$]=de,B++}r.attributes=H,r.attributesNum=B,r.index=D}function y(){let L=r.newAttributes;for(let V=0,G=L.length;V<G;V++)L[V]=0}function p(L){m(L,0)}function m(L,V){let G=r.newAttributes,D=r.enabledAttributes,H=r.attributeDivisors;G[L]=1,D[L]===0&&(i.enableVertexAttribArray(L),D[L]=1),H[L]!==V&&(i.vertexAttribDivisor(L,V),H[L]=V)}function b(){let L=r.newAttributes,V=r.enabledAttributes;for(let G=0,D=V.length;G<D;G++)V[G]!==L[G]&&(i.disableVertexAttribArray(G),V[G]=0)}function C(L,V,G,D,H,Y,B){B===!0?i.vertexAttribIPointer(L,V,G,H,Y):i.vertexAttribPointer(L,V,G,D,H,Y)}function w(L,V,G,D){y();let H=D.attributes,Y=G.getAttributes(),B=V.defaultAttributeValues;for(let le in Y){let $=Y[le];if($.location>=0){let j=H[le];if(j===void 0&&(le==="instanceMatrix"&&L.instanceMatrix&&(j=L.instanceMatrix),le==="instanceColor"&&L.instanceColor&&(j=L.instanceColor)),j!==void 0){let ee=j.normalized,de=j.itemSize,ue=e.get(j);if(ue===void 0)continue;let Q=ue.buffer,me=ue.type,_e=ue.bytesPerElement,Ae=me===i.INT||me===i.UNSIGNED_INT||j.gpuType===Gc;if(j.isInterleavedBufferAttribute){let Se=j.data,Ge=Se.isInterleavedBuffer===!0?Se.stride:Se.itemSize,it=j.offset;if(Se.isInstancedInterleavedBuffer||Se.isInstancedBufferAttribute){for(let He=0;He<$.locationSize;He++)m($.location+He,Se.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=Se.meshPerAttribute*Se.count)}else for(let He=0;He<$.locationSize;He++)p($.location+He);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let He=0;He<$.locationSize;He++)C($.location+He,de/$.locationSize,me,ee,Ge*_e,(it+de/$.locationSize*He)*_e,Ae)}else{if(j.isInstancedBufferAttribute){for(let Se=0;Se<$.locationSize;Se++)m($.location+Se,j.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let Se=0;Se<$.locationSize;Se++)p($.location+Se);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Se=0;Se<$.locationSize;Se++)C($.location+Se,de/$.locationSize,me,ee,de*_e,de/$.locationSize*Se*_e,Ae)}}else if(B!==void 0){let ee=B[le];if(ee!==void 0)switch(ee.length){case 2:i.vertexAttrib2fv($.location,ee);break;case 3:i.vertexAttrib3fv($.location,ee);break;case 4:i.vertexAttrib4fv($.location,ee);break;default:i.vertexAttrib1fv($.location,ee)}}}}b()}function P(){z();for(let L in n){let V=n[L];for(let G in V){let D=V[G];for(let H in D){let Y=D[H];for(let B in Y)u(Y[B].object),delete Y[B];delete D[H]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let V=n[L.id];for(let G in V){let D=V[G];for(let H in D){let Y=D[H];for(let B in Y)u(Y[B].object),delete Y[B];delete D[H]}}delete n[L.id]}function _(L){for(let V in n){let G=n[V];for(let D in G){let H=G[D];if(H[L.id]===void 0)continue;let Y=H[L.id];for(let B in Y)u(Y[B].object),delete Y[B];delete H[L.id]}}}function E(L){for(let V in n){let G=n[V],D=L.isInstancedMesh===!0?L.id:0,H=G[D];if(H!==void 0){for(let Y in H){let B=H[Y];for(let le in B)u(B[le].object),delete B[le];delete H[Y]}delete G[D],Object.keys(G).length===0&&delete n[V]}}}function z(){N(),o=!0,r!==s&&(r=s,c(r.object))}function N(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:z,resetDefaultState:N,dispose:P,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:p,disableUnusedAttributes:b}}function EM(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,u){u!==0&&(i.drawArraysInstanced(n,l,c,u),t.update(c,n,u))}function a(l,c,u){if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,u);let h=0;for(let f=0;f<u;f++)h+=c[f];t.update(h,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function TM(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Ui&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let E=_===Ni&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(_!==jn&&_!==Di&&!E&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",u=l(c);u!==c&&(Ye("WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let d=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),h=t.logarithmicDepthBuffer===!0&&d===!1;t.reversedDepthBuffer===!0&&d===!1&&Ye("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&d===!0&&Ye("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),p=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),b=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),C=i.getParameter(i.MAX_VARYING_VECTORS),w=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:h,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:v,maxTextureSize:y,maxCubemapSize:p,maxAttributes:m,maxVertexUniforms:b,maxVaryings:C,maxFragmentUniforms:w,maxSamples:P,samples:T}}function AM(i){let e=this,t=null,n=0,s=!1,r=!1,o=new li,a=new et,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,h){let f=d.length!==0||h||n!==0||s;return s=h,n=d.length,f},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,h){t=u(d,h,0)},this.setState=function(d,h,f){let v=d.clippingPlanes,y=d.clipIntersection,p=d.clipShadows,m=i.get(d);if(!s||v===null||v.length===0||r&&!p)r?u(null):c();else{let b=r?0:n,C=b*4,w=m.clippingState||null;l.value=w,w=u(v,h,C,f);for(let P=0;P!==C;++P)w[P]=t[P];m.clippingState=w,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=b}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function u(d,h,f,v){let y=d!==null?d.length:0,p=null;if(y!==0){if(p=l.value,v!==!0||p===null){let m=f+y*4,b=h.matrixWorldInverse;a.getNormalMatrix(b),(p===null||p.length<m)&&(p=new Float32Array(m));for(let C=0,w=f;C!==y;++C,w+=4)o.copy(d[C]).applyMatrix4(b,a),o.normal.toArray(p,w),p[w+3]=o.constant}l.value=p,l.needsUpdate=!0}return e.numPlanes=y,e.numIntersection=0,p}}var Ia=class extends ci{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new sa(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new lo(5,5,5),r=new hi({name:"CubemapFromEquirect",uniforms:fr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Yn,blending:cr});r.uniforms.tEquirect.value=t;let o=new On(s,r),a=t.minFilter;return t.minFilter===bs&&(t.minFilter=Rn),new co(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},_0=256,RM=3,CM=20,H0=256,V0=16,PM=3,IM=new J,LM=new Ke,Ah=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new co(1,10,null),this._boxMesh=new On(new lo(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=IM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),u=this._getSourceTarget(!0);t>0&&(u.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,h=l.autoClearColor,f=l.autoClearDepth,v=l.autoClearStencil,y=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(e.background=l.getClearColor(LM));let p=new co(n,s,u);return p.position.copy(a),p.update(l,e),l.autoClear=d,l.autoClearColor=h,l.autoClearDepth=f,l.autoClearStencil=v,e.background=y,t>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=b0(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=y0(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(_0,f0(e))}_fromTexture(e,t){e.mapping===ur||e.mapping===fo?this._setSize(e.image.length===0?_0:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=x0(e,!1,!1),n=Math.log2(e)-RM;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=x0(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===ur||e.mapping===fo?(this._cubemapMaterial===null&&(this._cubemapMaterial=b0()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=y0()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=DM(),this._integrationMaterial=NM());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/V0);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-PM)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(H0*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=UM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function x0(i,e,t){return new Ia(i,{minFilter:bs,generateMipmaps:e,type:Ni,colorSpace:$o,depthBuffer:t})}function La(i,e,t){return new hi({name:i,uniforms:e,vertexShader:ct.cube_vert,fragmentShader:t,side:Yn,blending:cr,depthTest:!1,depthWrite:!1})}function DM(){return La("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${H0}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function NM(){return La("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:V0}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function UM(){return La("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${CM}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function y0(){return La("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function b0(){return La("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function FM(i){let e=new WeakMap,t=new WeakMap,n=null;function s(h,f=!1){return h==null?null:f?o(h):r(h)}function r(h){if(h&&h.isTexture){let f=h.mapping;if(f===zc||f===Hc)if(e.has(h)){let v=e.get(h).texture;return a(v,h.mapping)}else{let v=h.image;if(v&&v.height>0){let y=new Ia(v.height);return y.fromEquirectangularTexture(i,h),e.set(h,y),h.addEventListener("dispose",c),a(y.texture,h.mapping)}else return null}}return h}function o(h){if(h&&h.isTexture&&h.isPMREMTexture!==!0){let f=h.mapping,v=f===zc||f===Hc,y=f===ur||f===fo;if(v||y){let p=t.get(h),m=p!==void 0?p.texture.pmremVersion:0;if(h.isRenderTargetTexture&&h.pmremVersion!==m)return n===null&&(n=new Ah(i)),p=v?n.fromEquirectangular(h,p):n.fromCubemap(h,p),p.texture.pmremVersion=h.pmremVersion,t.set(h,p),p.texture;if(p!==void 0)return p.texture;{let b=h.image;return v&&b&&b.height>0||y&&b&&l(b)?(n===null&&(n=new Ah(i)),p=v?n.fromEquirectangular(h):n.fromCubemap(h),p.texture.pmremVersion=h.pmremVersion,t.set(h,p),h.addEventListener("dispose",u),p.texture):null}}}return h}function a(h,f){return f===zc?h.mapping=ur:f===Hc&&(h.mapping=fo),h}function l(h){let f=0,v=6;for(let y=0;y<v;y++)h[y]!==void 0&&f++;return f===v}function c(h){let f=h.target;f.removeEventListener("dispose",c);let v=e.get(f);v!==void 0&&(e.delete(f),v.dispose())}function u(h){let f=h.target;f.removeEventListener("dispose",u);let v=t.get(f);v!==void 0&&(t.delete(f),v.dispose())}function d(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:d}}function OM(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&qo("WebGLRenderer: "+n+" extension not supported."),s}}}function BM(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(v=>delete s[v]);function a(v){l(v.target)}function l(v){v.index!==null&&e.remove(v.index);for(let p in v.attributes)e.remove(v.attributes[p]);v.removeEventListener("dispose",a),delete s[v.id],o.unregister(v);let y=r.get(v);y&&(e.remove(y),r.delete(v)),n.releaseStatesOfGeometry(v),v.isInstancedBufferGeometry===!0&&delete v._maxInstanceCount,t.memory.geometries--}function c(v,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),t.memory.geometries++),y}function u(v){let y=v.attributes;for(let p in y)e.update(y[p],i.ARRAY_BUFFER)}function d(v){let y=v.index,p=v.attributes.position,m=0;if(p===void 0)return;let b=y!==null?y.array.length:p.array.length/3-1,C=p.count>=65535?ta:ea,w=new C(Math.ceil(b/3)*6,1),P=w.array;if(y!==null){let _=y.array;m=y.version;for(let E=0,z=0;E<b;E+=3){let N=_[E+0],L=_[E+1],V=_[E+2];P[z++]=N,P[z++]=L,P[z++]=L,P[z++]=V,P[z++]=V,P[z++]=N}}else{m=p.version;for(let _=0,E=0;_<b;_+=3){let z=_+0,N=_+1,L=_+2;P[E++]=z,P[E++]=N,P[E++]=N,P[E++]=L,P[E++]=L,P[E++]=z}}w.version=m;let T=r.get(v);T&&e.remove(T),r.set(v,w)}function h(v){let y=r.get(v);if(y){let p=v.index;p!==null&&y.version<p.version&&d(v)}else d(v);return r.get(v)}function f(){for(let v in s){let y=s[v].deref();y!==void 0&&l(y)}}return{get:c,update:u,getWireframeAttribute:h,dispose:f}}function kM(i,e,t){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,h){i.drawElements(n,h,r,d*o),t.update(h,n,1)}function c(d,h,f){f!==0&&(i.drawElementsInstanced(n,h,r,d*o,f),t.update(h,n,f))}function u(d,h,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,h,0,r,d,0,f);let y=0;for(let p=0;p<f;p++)y+=h[p];t.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u}function zM(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function HM(i,e,t){let n=new WeakMap,s=new $t;function r(o,a,l){let c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,d=u!==void 0?u.length:0,h=n.get(a);if(h===void 0||h.count!==d){let z=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",z)};h!==void 0&&h.texture.dispose();let f=a.morphAttributes.position!==void 0,v=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],b=a.morphAttributes.color||[],C=0;f===!0&&(C=1),v===!0&&(C=2),y===!0&&(C=3);let w=a.attributes.position.count*C,P=1;w>e.maxTextureSize&&(P=Math.ceil(w/e.maxTextureSize),w=e.maxTextureSize);let T=new Float32Array(w*P*4*d),_=new Ko(T,w,P,d);_.type=Di,_.needsUpdate=!0;let E=C*4;for(let N=0;N<d;N++){let L=p[N],V=m[N],G=b[N],D=w*P*4*N;for(let H=0;H<L.count;H++){let Y=H*E;f===!0&&(s.fromBufferAttribute(L,H),T[D+Y+0]=s.x,T[D+Y+1]=s.y,T[D+Y+2]=s.z,T[D+Y+3]=0),v===!0&&(s.fromBufferAttribute(V,H),T[D+Y+4]=s.x,T[D+Y+5]=s.y,T[D+Y+6]=s.z,T[D+Y+7]=0),y===!0&&(s.fromBufferAttribute(G,H),T[D+Y+8]=s.x,T[D+Y+9]=s.y,T[D+Y+10]=s.z,T[D+Y+11]=G.itemSize===4?s.w:1)}}h={count:d,texture:_,size:new pt(w,P)},n.set(a,h),a.addEventListener("dispose",z)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let v=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",v),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",h.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",h.size)}return{update:r}}function VM(i,e,t,n,s){let r=new WeakMap;function o(c){let u=s.render.frame,d=c.geometry,h=e.get(c,d);if(r.get(h)!==u&&(e.update(h),r.set(h,u)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==u&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,u))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==u&&(f.update(),r.set(f,u))}return h}function a(){r=new WeakMap}function l(c){let u=c.target;u.removeEventListener("dispose",l),n.releaseStatesOfObject(u),t.remove(u.instanceMatrix),u.instanceColor!==null&&t.remove(u.instanceColor)}return{update:o,dispose:a}}var GM={[kd]:"LINEAR_TONE_MAPPING",[zd]:"REINHARD_TONE_MAPPING",[Hd]:"CINEON_TONE_MAPPING",[Vd]:"ACES_FILMIC_TONE_MAPPING",[Wd]:"AGX_TONE_MAPPING",[Xd]:"NEUTRAL_TONE_MAPPING",[Gd]:"CUSTOM_TONE_MAPPING"};function WM(i,e,t,n,s,r){let o=new ci(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,u=new tn;u.setAttribute("position",new Ln([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new Ln([0,2,0,0,2,0],2));let d=new wc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),h=new On(u,d),f=new ma(-1,1,1,-1,0,1),v=null,y=null,p=!1,m,b=null,C=[],w=!1;this.setSize=function(P,T){o.setSize(P,T),a!==null&&a.setSize(P,T),l!==null&&l.setSize(P,T);for(let _=0;_<C.length;_++){let E=C[_];E.setSize&&E.setSize(P,T)}},this.setEffects=function(P){C=P,w=C.length>0&&C[0].isRenderPass===!0;let T=o.width,_=o.height;C.length>0&&a===null&&(a=new ci(T,_,{type:Ni,depthBuffer:!1,stencilBuffer:!1}),l=new ci(T,_,{type:Ni,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&C.some(z=>z.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new ys(T,_),r===!0&&(c.format=Ss,c.type=dr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let z=0;z<C.length;z++){let N=C[z];N.setSize&&N.setSize(T,_),E&&N.needsDepthTexture===!0&&N.setDepthTexture&&N.setDepthTexture(c)}},this.begin=function(P,T){if(p||P.toneMapping===es&&C.length===0)return!1;if(b=T,T!==null){let _=T.width,E=T.height;(o.width!==_||o.height!==E)&&this.setSize(_,E)}return w===!1&&P.setRenderTarget(o),m=P.toneMapping,P.toneMapping=es,!0},this.hasRenderPass=function(){return w},this.end=function(P,T){P.toneMapping=m,p=!0;let _=o,E=a;for(let z=0;z<C.length;z++){let N=C[z];N.enabled!==!1&&(N.render(P,E,_,T),N.needsSwap!==!1&&(_=E,E=E===a?l:a))}if(v!==P.outputColorSpace||y!==P.toneMapping){v=P.outputColorSpace,y=P.toneMapping,d.defines={},_t.getTransfer(v)===Tt&&(d.defines.SRGB_TRANSFER="");let z=GM[y];z&&(d.defines[z]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=_.texture,P.setRenderTarget(b),P.render(h,f),b=null,p=!1},this.isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),u.dispose(),d.dispose()}}var G0=new Kn,W0=new ys(1,1),X0=new ra(1),q0=new Ko,Y0=new _c,$0=new sa,S0=[],M0=[],w0=new Float32Array(16),E0=new Float32Array(9),T0=new Float32Array(4);function go(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=S0[s];if(r===void 0&&(r=new Float32Array(s),S0[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function xn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function yn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Ch(i,e){let t=M0[e];t===void 0&&(t=new Int32Array(e),M0[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function XM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function qM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(xn(t,e))return;i.uniform2fv(this.addr,e),yn(t,e)}}function YM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(xn(t,e))return;i.uniform3fv(this.addr,e),yn(t,e)}}function $M(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(xn(t,e))return;i.uniform4fv(this.addr,e),yn(t,e)}}function ZM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(xn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),yn(t,e)}else{if(xn(t,n))return;T0.set(n),i.uniformMatrix2fv(this.addr,!1,T0),yn(t,n)}}function JM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(xn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),yn(t,e)}else{if(xn(t,n))return;E0.set(n),i.uniformMatrix3fv(this.addr,!1,E0),yn(t,n)}}function KM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(xn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),yn(t,e)}else{if(xn(t,n))return;w0.set(n),i.uniformMatrix4fv(this.addr,!1,w0),yn(t,n)}}function jM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function QM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(xn(t,e))return;i.uniform2iv(this.addr,e),yn(t,e)}}function ew(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(xn(t,e))return;i.uniform3iv(this.addr,e),yn(t,e)}}function tw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(xn(t,e))return;i.uniform4iv(this.addr,e),yn(t,e)}}function nw(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function iw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(xn(t,e))return;i.uniform2uiv(this.addr,e),yn(t,e)}}function sw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(xn(t,e))return;i.uniform3uiv(this.addr,e),yn(t,e)}}function rw(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(xn(t,e))return;i.uniform4uiv(this.addr,e),yn(t,e)}}function Ph(i){return i.version===0&&(i.compareFunction=nf,i.needsUpdate=!0),i}function ow(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Ph(W0):r=G0,t.setTexture2D(e||r,s)}function aw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||Y0,s)}function lw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Ph(X0):r=$0,t.setTextureCube(e||r,s)}function cw(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||q0,s)}function hw(i){switch(i){case 5126:return XM;case 35664:return qM;case 35665:return YM;case 35666:return $M;case 35674:return ZM;case 35675:return JM;case 35676:return KM;case 5124:case 35670:return jM;case 35667:case 35671:return QM;case 35668:case 35672:return ew;case 35669:case 35673:return tw;case 5125:return nw;case 36294:return iw;case 36295:return sw;case 36296:return rw;case 35678:case 36198:case 36298:case 36306:case 35682:return ow;case 35679:case 36299:case 36307:return aw;case 35680:case 36300:case 36308:case 36293:return lw;case 36289:case 36303:case 36311:case 36292:return cw}}function uw(i,e){i.uniform1fv(this.addr,e)}function dw(i,e){let t=go(e,this.size,2);i.uniform2fv(this.addr,t)}function fw(i,e){let t=go(e,this.size,3);i.uniform3fv(this.addr,t)}function pw(i,e){let t=go(e,this.size,4);i.uniform4fv(this.addr,t)}function mw(i,e){let t=go(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function gw(i,e){let t=go(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function vw(i,e){let t=go(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function _w(i,e){i.uniform1iv(this.addr,e)}function xw(i,e){i.uniform2iv(this.addr,e)}function yw(i,e){i.uniform3iv(this.addr,e)}function bw(i,e){i.uniform4iv(this.addr,e)}function Sw(i,e){i.uniform1uiv(this.addr,e)}function Mw(i,e){i.uniform2uiv(this.addr,e)}function ww(i,e){i.uniform3uiv(this.addr,e)}function Ew(i,e){i.uniform4uiv(this.addr,e)}function Tw(i,e,t){let n=this.cache,s=e.length,r=Ch(t,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Ph(W0):o=G0;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function Aw(i,e,t){let n=this.cache,s=e.length,r=Ch(t,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||Y0,r[o])}function Rw(i,e,t){let n=this.cache,s=e.length,r=Ch(t,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Ph(X0):o=$0;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function Cw(i,e,t){let n=this.cache,s=e.length,r=Ch(t,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||q0,r[o])}function Pw(i){switch(i){case 5126:return uw;case 35664:return dw;case 35665:return fw;case 35666:return pw;case 35674:return mw;case 35675:return gw;case 35676:return vw;case 5124:case 35670:return _w;case 35667:case 35671:return xw;case 35668:case 35672:return yw;case 35669:case 35673:return bw;case 5125:return Sw;case 36294:return Mw;case 36295:return ww;case 36296:return Ew;case 35678:case 36198:case 36298:case 36306:case 35682:return Tw;case 35679:case 36299:case 36307:return Aw;case 35680:case 36300:case 36308:case 36293:return Rw;case 36289:case 36303:case 36311:case 36292:return Cw}}var ff=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=hw(t.type)}},pf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Pw(t.type)}},mf=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},uf=/(\w+)(\])?(\[|\.)?/g;function A0(i,e){i.seq.push(e),i.map[e.id]=e}function Iw(i,e,t){let n=i.name,s=n.length;for(uf.lastIndex=0;;){let r=uf.exec(n),o=uf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){A0(t,c===void 0?new ff(a,i,e):new pf(a,i,e));break}else{let d=t.map[a];d===void 0&&(d=new mf(a),A0(t,d)),t=d}}}var mo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);Iw(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function R0(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var Lw=37297,Dw=0;function Nw(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var C0=new et;function Uw(i){_t._getMatrix(C0,_t.workingColorSpace,i);let e=`mat3( ${C0.elements.map(t=>t.toFixed(4))} )`;switch(_t.getTransfer(i)){case Zo:return[e,"LinearTransferOETF"];case Tt:return[e,"sRGBTransferOETF"];default:return Ye("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function P0(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+Nw(i.getShaderSource(e),a)}else return r}function Fw(i,e){let t=Uw(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Ow={[kd]:"Linear",[zd]:"Reinhard",[Hd]:"Cineon",[Vd]:"ACESFilmic",[Wd]:"AgX",[Xd]:"Neutral",[Gd]:"Custom"};function Bw(i,e){let t=Ow[e];return t===void 0?(Ye("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Th=new J;function kw(){_t.getLuminanceCoefficients(Th);let i=Th.x.toFixed(4),e=Th.y.toFixed(4),t=Th.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function zw(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Pa).join(`
`)}function Hw(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function Vw(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Pa(i){return i!==""}function I0(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function L0(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var Gw=/^[ \t]*#include +<([\w\d./]+)>/gm;function gf(i){return i.replace(Gw,Ww)}function Ww(i,e){let t=ct[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return gf(t)}var Xw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function D0(i){return i.replace(Xw,qw)}function qw(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function N0(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var Yw={[_a]:"SHADOWMAP_TYPE_PCF",[ho]:"SHADOWMAP_TYPE_VSM"};function $w(i){return Yw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Zw={[fo]:"ENVMAP_MODE_REFRACTION"};function Jw(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":Zw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Kw={[kc]:"ENVMAP_BLENDING_MULTIPLY",[Kg]:"ENVMAP_BLENDING_MIX",[jg]:"ENVMAP_BLENDING_ADD"};function jw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":Kw[i.combine]||"ENVMAP_BLENDING_NONE"}function Qw(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=$w(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=Jw(t),d=jw(t),h=zw(t),f=Hw(r),v=s.createProgram(),y,p,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(y=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Pa).join(`
`),y.length>0&&(y+=`
`),p=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Pa).join(`
`),p.length>0&&(p+=`
`)):(y=[N0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Pa).join(`
`),p=[N0(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+u:"",t.envMap?"#define "+d:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==es?"#define TONE_MAPPING":"",t.toneMapping!==es?ct.tonemapping_pars_fragment:"",t.toneMapping!==es?Bw("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ct.colorspace_pars_fragment,Fw("linearToOutputTexel",t.outputColorSpace),kw(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Pa).join(`
`)),o=gf(o),o=I0(o,t),o=L0(o,t),a=gf(a),a=I0(a,t),a=L0(a,t),o=D0(o),a=D0(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,y=[h,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,p=["#define varying in",t.glslVersion===sf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===sf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let b=m+y+o,C=m+p+a,w=R0(s,s.VERTEX_SHADER,b),P=R0(s,s.FRAGMENT_SHADER,C);s.attachShader(v,w),s.attachShader(v,P),t.index0AttributeName!==void 0?s.bindAttribLocation(v,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(v,0,"position"),s.linkProgram(v);function T(N){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(v)||"",V=s.getShaderInfoLog(w)||"",G=s.getShaderInfoLog(P)||"",D=L.trim(),H=V.trim(),Y=G.trim(),B=!0,le=!0;if(s.getProgramParameter(v,s.LINK_STATUS)===!1)if(B=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,v,w,P);else{let $=P0(s,w,"vertex"),j=P0(s,P,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(v,s.VALIDATE_STATUS)+`

Material Name: `+N.name+`
Material Type: `+N.type+`

Program Info Log: `+D+`
`+$+`
`+j)}else D!==""?Ye("WebGLProgram: Program Info Log:",D):(H===""||Y==="")&&(le=!1);le&&(N.diagnostics={runnable:B,programLog:D,vertexShader:{log:H,prefix:y},fragmentShader:{log:Y,prefix:p}})}s.deleteShader(w),s.deleteShader(P),_=new mo(s,v),E=Vw(s,v)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let z=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return z===!1&&(z=s.getProgramParameter(v,Lw)),z},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(v),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=Dw++,this.cacheKey=e,this.usedTimes=1,this.program=v,this.vertexShader=w,this.fragmentShader=P,this}var e1=0,vf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new _f(e),t.set(e,n)),n}},_f=class{constructor(e){this.id=e1++,this.code=e,this.usedTimes=0}};function t1(i){return i===qs||i===wa||i===Ea}function n1(i,e,t,n,s,r){let o=new jo,a=new vf,l=new Set,c=[],u=new Map,d=n.logarithmicDepthBuffer,h={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function v(_,E,z,N,L,V){let G=N.fog,D=L.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?N.environment:null,Y=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,B=e.get(_.envMap||H,Y),le=h[_.type],$=n.precision;_.precision!==null&&($=n.getMaxPrecision(_.precision),$!==_.precision&&Ye("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let j=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,ee=j!==void 0?j.length:0,de=0;D.morphAttributes.position!==void 0&&(de=1),D.morphAttributes.normal!==void 0&&(de=2),D.morphAttributes.color!==void 0&&(de=3);let ue,Q,me,_e;if(le){let Re=ns[le];ue=Re.vertexShader,Q=Re.fragmentShader}else{ue=_.vertexShader,Q=_.fragmentShader;let Re=a.getVertexShaderStage(_),ot=a.getFragmentShaderStage(_);a.update(_,Re,ot),me=Re.id,_e=ot.id}let Ae=i.getRenderTarget(),Se=i.state.buffers.depth.getReversed(),Ge=L.isInstancedMesh===!0,it=L.isBatchedMesh===!0,He=!!_.map,ht=!!_.matcap,at=!!B,tt=at&&B.isPMREMTexture===!0,Xt=!!_.aoMap,Ot=!!_.lightMap,rn=!!_.bumpMap&&_.wireframe===!1,Pt=!!_.normalMap,bn=!!_.displacementMap,yt=!!_.emissiveMap,mn=!!_.metalnessMap,Jt=!!_.roughnessMap,on=_.anisotropy>0,F=_.clearcoat>0,Ce=_.diffuseRoughness>0,qe=_.dispersion>0,st=_.retroreflectivity>0,Me=_.iridescence>0,Lt=_.sheen>0,ze=_.transmission>0,Xe=on&&!!_.anisotropyMap,A=F&&!!_.clearcoatMap,x=F&&!!_.clearcoatNormalMap,W=F&&!!_.clearcoatRoughnessMap,he=Ce&&!!_.diffuseRoughnessMap,oe=Me&&!!_.iridescenceMap,ve=Me&&!!_.iridescenceThicknessMap,xe=Lt&&!!_.sheenColorMap,te=Lt&&!!_.sheenRoughnessMap,ie=!!_.specularMap,pe=!!_.specularColorMap,U=!!_.specularIntensityMap,re=ze&&!!_.transmissionMap,ne=ze&&!!_.thicknessMap,we=!!_.gradientMap,ge=!!_.alphaMap,be=_.alphaTest>0,Ve=!!_.alphaHash,Ze=!!_.extensions,ce=es;_.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(ce=i.toneMapping);let Oe=tt?B.isCompressedCubeTexture?B.image[0].mipmaps:B.mipmaps:null,Je={shaderID:le,shaderType:_.type,shaderName:_.name,vertexShader:ue,fragmentShader:Q,defines:_.defines,customVertexShaderID:me,customFragmentShaderID:_e,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:it,batchingColor:it&&L._colorsTexture!==null,instancing:Ge,instancingColor:Ge&&L.instanceColor!==null,instancingMorph:Ge&&L.morphTexture!==null,outputColorSpace:Ae===null?i.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:_t.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:He,matcap:ht,envMap:at,envMapMode:at&&B.mapping,envMapPMREM:tt,envMapMaxLod:tt?Oe.length-1:null,envMapSize:tt?Oe[0].width:null,aoMap:Xt,lightMap:Ot,bumpMap:rn,normalMap:Pt,displacementMap:bn,emissiveMap:yt,normalMapObjectSpace:Pt&&_.normalMapType===t0,normalMapTangentSpace:Pt&&_.normalMapType===Ta,packedNormalMap:Pt&&_.normalMapType===Ta&&t1(_.normalMap.format),metalnessMap:mn,roughnessMap:Jt,anisotropy:on,anisotropyMap:Xe,clearcoat:F,clearcoatMap:A,clearcoatNormalMap:x,clearcoatRoughnessMap:W,diffuseRoughness:Ce,diffuseRoughnessMap:he,dispersion:qe,retroreflection:st,iridescence:Me,iridescenceMap:oe,iridescenceThicknessMap:ve,sheen:Lt,sheenColorMap:xe,sheenRoughnessMap:te,specularMap:ie,specularColorMap:pe,specularIntensityMap:U,transmission:ze,transmissionMap:re,thicknessMap:ne,gradientMap:we,opaque:_.transparent===!1&&_.blending===uo&&_.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:Ve,combine:_.combine,mapUv:He&&f(_.map.channel),aoMapUv:Xt&&f(_.aoMap.channel),lightMapUv:Ot&&f(_.lightMap.channel),bumpMapUv:rn&&f(_.bumpMap.channel),normalMapUv:Pt&&f(_.normalMap.channel),displacementMapUv:bn&&f(_.displacementMap.channel),emissiveMapUv:yt&&f(_.emissiveMap.channel),metalnessMapUv:mn&&f(_.metalnessMap.channel),roughnessMapUv:Jt&&f(_.roughnessMap.channel),anisotropyMapUv:Xe&&f(_.anisotropyMap.channel),clearcoatMapUv:A&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:x&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:W&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:ve&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:xe&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:te&&f(_.sheenRoughnessMap.channel),specularMapUv:ie&&f(_.specularMap.channel),specularColorMapUv:pe&&f(_.specularColorMap.channel),specularIntensityMapUv:U&&f(_.specularIntensityMap.channel),transmissionMapUv:re&&f(_.transmissionMap.channel),thicknessMapUv:ne&&f(_.thicknessMap.channel),alphaMapUv:ge&&f(_.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Pt||on),vertexNormals:!!D.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!D.attributes.uv&&(He||ge),fog:!!G,useFog:_.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||D.attributes.normal===void 0&&Pt===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:Se,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:ee,morphTextureStride:de,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:V.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&z.length>0,shadowMapType:i.shadowMap.type,toneMapping:ce,decodeVideoTexture:He&&_.map.isVideoTexture===!0&&_t.getTransfer(_.map.colorSpace)===Tt,decodeVideoTextureEmissive:yt&&_.emissiveMap.isVideoTexture===!0&&_t.getTransfer(_.emissiveMap.colorSpace)===Tt,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===$n,flipSided:_.side===Yn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:Ze&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Ze&&_.extensions.multiDraw===!0||it)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return Je.vertexUv1s=l.has(1),Je.vertexUv2s=l.has(2),Je.vertexUv3s=l.has(3),l.clear(),Je}function y(_){let E=[];if(_.shaderID?E.push(_.shaderID):(E.push(_.customVertexShaderID),E.push(_.customFragmentShaderID)),_.defines!==void 0)for(let z in _.defines)E.push(z),E.push(_.defines[z]);return _.isRawShaderMaterial===!1&&(p(E,_),m(E,_),E.push(i.outputColorSpace)),E.push(_.customProgramCacheKey),E.join()}function p(_,E){_.push(E.precision),_.push(E.outputColorSpace),_.push(E.envMapMode),_.push(E.envMapPMREM),_.push(E.envMapMaxLod),_.push(E.envMapSize),_.push(E.mapUv),_.push(E.alphaMapUv),_.push(E.lightMapUv),_.push(E.aoMapUv),_.push(E.bumpMapUv),_.push(E.normalMapUv),_.push(E.displacementMapUv),_.push(E.emissiveMapUv),_.push(E.metalnessMapUv),_.push(E.roughnessMapUv),_.push(E.anisotropyMapUv),_.push(E.clearcoatMapUv),_.push(E.clearcoatNormalMapUv),_.push(E.clearcoatRoughnessMapUv),_.push(E.diffuseRoughnessMapUv),_.push(E.iridescenceMapUv),_.push(E.iridescenceThicknessMapUv),_.push(E.sheenColorMapUv),_.push(E.sheenRoughnessMapUv),_.push(E.specularMapUv),_.push(E.specularColorMapUv),_.push(E.specularIntensityMapUv),_.push(E.transmissionMapUv),_.push(E.thicknessMapUv),_.push(E.combine),_.push(E.fogExp2),_.push(E.sizeAttenuation),_.push(E.morphTargetsCount),_.push(E.numSunLights),_.push(E.numDirLights),_.push(E.numPointLights),_.push(E.numSpotLights),_.push(E.numSpotLightMaps),_.push(E.numHemiLights),_.push(E.numRectAreaLights),_.push(E.numSunLightShadows),_.push(E.numDirLightShadows),_.push(E.numPointLightShadows),_.push(E.numSpotLightShadows),_.push(E.numSpotLightShadowsWithMaps),_.push(E.numLightProbes),_.push(E.numLightProbeGrids),_.push(E.shadowMapType),_.push(E.toneMapping),_.push(E.numClippingPlanes),_.push(E.numClipIntersection),_.push(E.depthPacking)}function m(_,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function b(_){let E=h[_.type],z;if(E){let N=ns[E];z=m0.clone(N.uniforms)}else z=_.uniforms;return z}function C(_,E){let z=u.get(E);return z!==void 0?++z.usedTimes:(z=new Qw(i,E,_,s),c.push(z),u.set(E,z)),z}function w(_){if(--_.usedTimes===0){let E=c.indexOf(_);c[E]=c[c.length-1],c.pop(),u.delete(_.cacheKey),_.destroy()}}function P(_){a.remove(_)}function T(){a.dispose()}return{getParameters:v,getProgramCacheKey:y,getUniforms:b,acquireProgram:C,releaseProgram:w,releaseShaderCache:P,programs:c,dispose:T}}function i1(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function s1(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function U0(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function F0(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(h){let f=0;return h.isInstancedMesh&&(f+=2),h.isSkinnedMesh&&(f+=1),f}function a(h,f,v,y,p,m){let b=i[e];return b===void 0?(b={id:h.id,object:h,geometry:f,material:v,materialVariant:o(h),groupOrder:y,renderOrder:h.renderOrder,z:p,group:m},i[e]=b):(b.id=h.id,b.object=h,b.geometry=f,b.material=v,b.materialVariant=o(h),b.groupOrder=y,b.renderOrder=h.renderOrder,b.z=p,b.group=m),e++,b}function l(h,f,v,y,p,m,b){b.reversedDepth===!0&&(p=-p);let C=a(h,f,v,y,p,m);v.transmission>0?n.push(C):v.transparent===!0?s.push(C):t.push(C)}function c(h,f,v,y,p,m){let b=a(h,f,v,y,p,m);v.transmission>0?n.unshift(b):v.transparent===!0?s.unshift(b):t.unshift(b)}function u(h,f){t.length>1&&t.sort(h||s1),n.length>1&&n.sort(f||U0),s.length>1&&s.sort(f||U0)}function d(){for(let h=e,f=i.length;h<f;h++){let v=i[h];if(v.id===null)break;v.id=null,v.object=null,v.geometry=null,v.material=null,v.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:d,sort:u}}function r1(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new F0,i.set(n,[o])):s>=r.length?(o=new F0,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function o1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new J,color:new Ke};break;case"SpotLight":t={position:new J,direction:new J,color:new Ke,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new J,color:new Ke,distance:0,decay:0};break;case"HemisphereLight":t={direction:new J,skyColor:new Ke,groundColor:new Ke};break;case"RectAreaLight":t={color:new Ke,position:new J,halfWidth:new J,halfHeight:new J};break}return i[e.id]=t,t}}}function a1(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var l1=0;function c1(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function h1(i){let e=new o1,t=a1(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new J);let s=new J,r=new Bt,o=new Bt;function a(c){let u=0,d=0,h=0;for(let V=0;V<9;V++)n.probe[V].set(0,0,0);let f=0,v=0,y=0,p=0,m=0,b=0,C=0,w=0,P=0,T=0,_=0,E=0,z=0,N=0;c.sort(c1);for(let V=0,G=c.length;V<G;V++){let D=c[V],H=D.color,Y=D.intensity,B=D.distance,le=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===qs?le=D.shadow.map.texture:le=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)u+=H.r*Y,d+=H.g*Y,h+=H.b*Y;else if(D.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(D.sh.coefficients[$],Y);N++}else if(D.isSunLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[v]=ee,n.sunShadowMap[v]=le;let de=j.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[y+ue]=j.getMatrix(ue),n.sunShadowCascade[y+ue]=j._cascadeData[ue];y+=de,v++}n.sun[f]=$,f++}else if(D.isDirectionalLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize=j.mapSize,n.directionalShadow[p]=ee,n.directionalShadowMap[p]=le,n.directionalShadowMatrix[p]=D.shadow.matrix,P++}n.directional[p]=$,p++}else if(D.isSpotLight){let $=e.get(D);$.position.setFromMatrixPosition(D.matrixWorld),$.color.copy(H).multiplyScalar(Y),$.distance=B,$.coneCos=Math.cos(D.angle),$.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),$.decay=D.decay,n.spot[b]=$;let j=D.shadow;if(D.map&&(n.spotLightMap[E]=D.map,E++,j.updateMatrices(D),D.castShadow&&z++),n.spotLightMatrix[b]=j.matrix,D.castShadow){let ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize=j.mapSize,n.spotShadow[b]=ee,n.spotShadowMap[b]=le,_++}b++}else if(D.isRectAreaLight){let $=e.get(D);$.color.copy(H).multiplyScalar(Y),$.halfWidth.set(D.width*.5,0,0),$.halfHeight.set(0,D.height*.5,0),n.rectArea[C]=$,C++}else if(D.isPointLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),$.distance=D.distance,$.decay=D.decay,D.castShadow){let j=D.shadow,ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize=j.mapSize,ee.shadowCameraNear=j.camera.near,ee.shadowCameraFar=j.camera.far,n.pointShadow[m]=ee,n.pointShadowMap[m]=le,n.pointShadowMatrix[m]=D.shadow.matrix,T++}n.point[m]=$,m++}else if(D.isHemisphereLight){let $=e.get(D);$.skyColor.copy(D.color).multiplyScalar(Y),$.groundColor.copy(D.groundColor).multiplyScalar(Y),n.hemi[w]=$,w++}}C>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Le.LTC_FLOAT_1,n.rectAreaLTC2=Le.LTC_FLOAT_2):(n.rectAreaLTC1=Le.LTC_HALF_1,n.rectAreaLTC2=Le.LTC_HALF_2)),n.ambient[0]=u,n.ambient[1]=d,n.ambient[2]=h;let L=n.hash;(L.sunLength!==f||L.directionalLength!==p||L.pointLength!==m||L.spotLength!==b||L.rectAreaLength!==C||L.hemiLength!==w||L.numSunShadows!==v||L.numDirectionalShadows!==P||L.numPointShadows!==T||L.numSpotShadows!==_||L.numSpotMaps!==E||L.numLightProbes!==N)&&(n.sun.length=f,n.directional.length=p,n.spot.length=b,n.rectArea.length=C,n.point.length=m,n.hemi.length=w,n.sunShadow.length=v,n.sunShadowMap.length=v,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+E-z,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=z,n.numLightProbes=N,L.sunLength=f,L.directionalLength=p,L.pointLength=m,L.spotLength=b,L.rectAreaLength=C,L.hemiLength=w,L.numSunShadows=v,L.numDirectionalShadows=P,L.numPointShadows=T,L.numSpotShadows=_,L.numSpotMaps=E,L.numLightProbes=N,n.version=l1++)}function l(c,u){let d=0,h=0,f=0,v=0,y=0,p=0,m=u.matrixWorldInverse;for(let b=0,C=c.length;b<C;b++){let w=c[b];if(w.isSunLight){let P=n.sun[d];P.direction.setFromMatrixPosition(w.matrixWorld),P.direction.transformDirection(m),d++}else if(w.isDirectionalLight){let P=n.directional[h];P.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(m),h++}else if(w.isSpotLight){let P=n.spot[v];P.position.setFromMatrixPosition(w.matrixWorld),P.position.applyMatrix4(m),P.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(m),v++}else if(w.isRectAreaLight){let P=n.rectArea[y];P.position.setFromMatrixPosition(w.matrixWorld),P.position.applyMatrix4(m),o.identity(),r.copy(w.matrixWorld),r.premultiply(m),o.extractRotation(r),P.halfWidth.set(w.width*.5,0,0),P.halfHeight.set(0,w.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),y++}else if(w.isPointLight){let P=n.point[f];P.position.setFromMatrixPosition(w.matrixWorld),P.position.applyMatrix4(m),f++}else if(w.isHemisphereLight){let P=n.hemi[p];P.direction.setFromMatrixPosition(w.matrixWorld),P.direction.transformDirection(m),p++}}}return{setup:a,setupView:l,state:n}}function O0(i){let e=new h1(i),t=[],n=[],s=[];function r(d){u.camera=d,t.length=0,n.length=0,s.length=0}function o(d){d.isLightProbeGrid?s.push(d):t.push(d)}function a(d){n.push(d)}function l(){e.setup(t),s.sort((d,h)=>d.priority-h.priority||d.id-h.id)}function c(d){e.setupView(t,d)}let u={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:u,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function u1(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new O0(i),e.set(s,[a])):r>=o.length?(a=new O0(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var d1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,f1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,p1=[new J(1,0,0),new J(-1,0,0),new J(0,1,0),new J(0,-1,0),new J(0,0,1),new J(0,0,-1)],m1=[new J(0,-1,0),new J(0,-1,0),new J(0,0,1),new J(0,0,-1),new J(0,-1,0),new J(0,-1,0)],B0=new Bt,Ca=new J,df=new J;function g1(i,e,t){let n=new Hs,s=new pt,r=new pt,o=new $t,a=new Ec,l=new Tc,c={},u=t.maxTextureSize,d={[Xs]:Yn,[Yn]:Xs,[$n]:$n},h=new hi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:d1,fragmentShader:f1}),f=h.clone();f.defines.HORIZONTAL_PASS=1;let v=new tn;v.setAttribute("position",new Yt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new On(v,h),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=_a;let m=this.type;this.render=function(T,_,E){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===!1||T.length===0)return;this.type===Lg&&(Ye("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=_a);let z=i.getRenderTarget(),N=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),V=i.state;V.setBlending(cr),V.buffers.depth.getReversed()===!0?V.buffers.color.setClear(0,0,0,0):V.buffers.color.setClear(1,1,1,1),V.buffers.depth.setTest(!0),V.setScissorTest(!1);let G=m!==this.type;G&&_.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(H=>H.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,H=T.length;D<H;D++){let Y=T[D],B=Y.shadow;if(B===void 0){Ye("WebGLShadowMap:",Y,"has no shadow.");continue}if(B.autoUpdate===!1&&B.needsUpdate===!1)continue;s.copy(B.mapSize);let le=B.getFrameExtents();s.multiply(le),r.copy(B.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/le.x),s.x=r.x*le.x,B.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/le.y),s.y=r.y*le.y,B.mapSize.y=r.y));let $=i.state.buffers.depth.getReversed();if(B.camera._reversedDepth=$,B.map===null||G===!0){if(B.map!==null&&(B.map.depthTexture!==null&&(B.map.depthTexture.dispose(),B.map.depthTexture=null),B.map.dispose()),this.type===ho){if(Y.isPointLight){Ye("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}B.map=new ci(s.x,s.y,{format:qs,type:Ni,minFilter:Rn,magFilter:Rn,generateMipmaps:!1}),B.map.texture.name=Y.name+".shadowMap",B.map.depthTexture=new ys(s.x,s.y,Di),B.map.depthTexture.name=Y.name+".shadowMapDepth",B.map.depthTexture.format=xs,B.map.depthTexture.compareFunction=null,B.map.depthTexture.minFilter=An,B.map.depthTexture.magFilter=An}else Y.isPointLight?(B.map=new Ia(s.x),B.map.depthTexture=new ra(s.x,Li)):(B.map=new ci(s.x,s.y),B.map.depthTexture=new ys(s.x,s.y,Li)),B.map.depthTexture.name=Y.name+".shadowMap",B.map.depthTexture.format=xs,this.type===_a?(B.map.depthTexture.compareFunction=$?tf:ef,B.map.depthTexture.minFilter=Rn,B.map.depthTexture.magFilter=Rn):(B.map.depthTexture.compareFunction=null,B.map.depthTexture.minFilter=An,B.map.depthTexture.magFilter=An);B.camera.updateProjectionMatrix()}B.map.isWebGLCubeRenderTarget!==!0&&(B.map.width!==s.x||B.map.height!==s.y)&&B.map.setSize(s.x,s.y);let j=B.map.isWebGLCubeRenderTarget?6:B.getViewportCount();Y.isPointLight!==!0&&B.updateMatrices(Y,E);let ee=(B.camera.layers.mask&4294967294)!==0?B.camera.layers:E.layers;for(let de=0;de<j;de++){let ue=B.getCamera(de);if(Y.isPointLight){let Q=B.camera,me=B.matrix,_e=Y.distance||Q.far;_e!==Q.far&&(Q.far=_e,Q.updateProjectionMatrix()),Ca.setFromMatrixPosition(Y.matrixWorld),Q.position.copy(Ca),df.copy(Q.position),df.add(p1[de]),Q.up.copy(m1[de]),Q.lookAt(df),Q.updateMatrixWorld(),me.makeTranslation(-Ca.x,-Ca.y,-Ca.z),B0.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),B._frustum.setFromProjectionMatrix(B0,Q.coordinateSystem,Q.reversedDepth)}if(B.map.isWebGLCubeRenderTarget)i.setRenderTarget(B.map,de),i.clear();else{de===0&&(i.setRenderTarget(B.map),i.clear());let Q=B.getViewport(de);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),V.viewport(o)}n=B.getFrustum(de),w(_,E,ue,Y,ee,this.type)}B.isPointLightShadow!==!0&&this.type===ho&&b(B,E),B.needsUpdate=!1}m=this.type,p.needsUpdate=!1,i.setRenderTarget(z,N,L)};function b(T,_){let E=e.update(y);h.defines.VSM_SAMPLES!==T.blurSamples&&(h.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,h.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new ci(s.x,s.y,{format:qs,type:Ni}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),h.uniforms.shadow_pass.value=T.map.depthTexture,h.uniforms.resolution.value.set(T.map.width,T.map.height),h.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(_,null,E,h,y,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(_,null,E,f,y,null)}function C(T,_,E,z){let N=null,L=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)N=L;else if(N=E.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let V=N.uuid,G=_.uuid,D=c[V];D===void 0&&(D={},c[V]=D);let H=D[G];H===void 0&&(H=N.clone(),D[G]=H,_.addEventListener("dispose",P)),N=H}if(N.visible=_.visible,N.wireframe=_.wireframe,z===ho?N.side=_.shadowSide!==null?_.shadowSide:_.side:N.side=_.shadowSide!==null?_.shadowSide:d[_.side],N.alphaMap=_.alphaMap,N.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,N.map=_.map,N.clipShadows=_.clipShadows,N.clippingPlanes=_.clippingPlanes,N.clipIntersection=_.clipIntersection,N.displacementMap=_.displacementMap,N.displacementScale=_.displacementScale,N.displacementBias=_.displacementBias,N.wireframeLinewidth=_.wireframeLinewidth,N.linewidth=_.linewidth,E.isPointLight===!0&&N.isMeshDistanceMaterial===!0){let V=i.properties.get(N);V.light=E}return N}function w(T,_,E,z,N,L){if(T.visible===!1)return;if(T.layers.test(N)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===ho)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let D=e.update(T),H=T.material;if(Array.isArray(H)){let Y=D.groups;for(let B=0,le=Y.length;B<le;B++){let $=Y[B],j=H[$.materialIndex];if(j&&j.visible){let ee=C(T,j,z,L);T.onBeforeShadow(i,T,_,E,D,ee,$),i.renderBufferDirect(E,null,D,ee,T,$),T.onAfterShadow(i,T,_,E,D,ee,$)}}}else if(H.visible){let Y=C(T,H,z,L);T.onBeforeShadow(i,T,_,E,D,Y,null),i.renderBufferDirect(E,null,D,Y,T,null),T.onAfterShadow(i,T,_,E,D,Y,null)}}let G=T.children;for(let D=0,H=G.length;D<H;D++)w(G[D],_,E,z,N,L)}function P(T){T.target.removeEventListener("dispose",P);for(let E in c){let z=c[E],N=T.target.uuid;N in z&&(z[N].dispose(),delete z[N])}}}function v1(i,e){function t(){let U=!1,re=new $t,ne=null,we=new $t(0,0,0,0);return{setMask:function(ge){ne!==ge&&!U&&(i.colorMask(ge,ge,ge,ge),ne=ge)},setLocked:function(ge){U=ge},setClear:function(ge,be,Ve,Ze,ce){ce===!0&&(ge*=Ze,be*=Ze,Ve*=Ze),re.set(ge,be,Ve,Ze),we.equals(re)===!1&&(i.clearColor(ge,be,Ve,Ze),we.copy(re))},reset:function(){U=!1,ne=null,we.set(-1,0,0,0)}}}function n(){let U=!1,re=!1,ne=null,we=null,ge=null;return{setReversed:function(be){if(re!==be){let Ve=e.get("EXT_clip_control");be?Ve.clipControlEXT(Ve.LOWER_LEFT_EXT,Ve.ZERO_TO_ONE_EXT):Ve.clipControlEXT(Ve.LOWER_LEFT_EXT,Ve.NEGATIVE_ONE_TO_ONE_EXT),re=be;let Ze=ge;ge=null,this.setClear(Ze)}},getReversed:function(){return re},setTest:function(be){be?Se(i.DEPTH_TEST):Ge(i.DEPTH_TEST)},setMask:function(be){ne!==be&&!U&&(i.depthMask(be),ne=be)},setFunc:function(be){if(re&&(be=d0[be]),we!==be){switch(be){case rc:i.depthFunc(i.NEVER);break;case oc:i.depthFunc(i.ALWAYS);break;case ac:i.depthFunc(i.LESS);break;case eo:i.depthFunc(i.LEQUAL);break;case lc:i.depthFunc(i.EQUAL);break;case cc:i.depthFunc(i.GEQUAL);break;case hc:i.depthFunc(i.GREATER);break;case uc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}we=be}},setLocked:function(be){U=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),i.clearDepth(be))},reset:function(){U=!1,ne=null,we=null,ge=null,re=!1}}}function s(){let U=!1,re=null,ne=null,we=null,ge=null,be=null,Ve=null,Ze=null,ce=null;return{setTest:function(Oe){U||(Oe?Se(i.STENCIL_TEST):Ge(i.STENCIL_TEST))},setMask:function(Oe){re!==Oe&&!U&&(i.stencilMask(Oe),re=Oe)},setFunc:function(Oe,Je,Re){(ne!==Oe||we!==Je||ge!==Re)&&(i.stencilFunc(Oe,Je,Re),ne=Oe,we=Je,ge=Re)},setOp:function(Oe,Je,Re){(be!==Oe||Ve!==Je||Ze!==Re)&&(i.stencilOp(Oe,Je,Re),be=Oe,Ve=Je,Ze=Re)},setLocked:function(Oe){U=Oe},setClear:function(Oe){ce!==Oe&&(i.clearStencil(Oe),ce=Oe)},reset:function(){U=!1,re=null,ne=null,we=null,ge=null,be=null,Ve=null,Ze=null,ce=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,u={},d={},h={},f=new WeakMap,v=[],y=null,p=!1,m=null,b=null,C=null,w=null,P=null,T=null,_=null,E=new Ke(0,0,0),z=0,N=!1,L=null,V=null,G=null,D=null,H=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),B=!1,le=0,$=i.getParameter(i.VERSION);$.indexOf("WebGL")!==-1?(le=parseFloat(/^WebGL (\d)/.exec($)[1]),B=le>=1):$.indexOf("OpenGL ES")!==-1&&(le=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),B=le>=2);let j=null,ee={},de=i.getParameter(i.SCISSOR_BOX),ue=i.getParameter(i.VIEWPORT),Q=new $t().fromArray(de),me=new $t().fromArray(ue);function _e(U,re,ne,we){let ge=new Uint8Array(4),be=i.createTexture();i.bindTexture(U,be),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ve=0;Ve<ne;Ve++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(re,0,i.RGBA,1,1,we,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(re+Ve,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return be}let Ae={};Ae[i.TEXTURE_2D]=_e(i.TEXTURE_2D,i.TEXTURE_2D,1),Ae[i.TEXTURE_CUBE_MAP]=_e(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[i.TEXTURE_2D_ARRAY]=_e(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ae[i.TEXTURE_3D]=_e(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Se(i.DEPTH_TEST),o.setFunc(eo),rn(!1),Pt(Dd),Se(i.CULL_FACE),Xt(cr);function Se(U){u[U]!==!0&&(i.enable(U),u[U]=!0)}function Ge(U){u[U]!==!1&&(i.disable(U),u[U]=!1)}function it(U,re){return h[U]!==re?(i.bindFramebuffer(U,re),h[U]=re,U===i.DRAW_FRAMEBUFFER&&(h[i.FRAMEBUFFER]=re),U===i.FRAMEBUFFER&&(h[i.DRAW_FRAMEBUFFER]=re),!0):!1}function He(U,re){let ne=v,we=!1;if(U){ne=f.get(re),ne===void 0&&(ne=[],f.set(re,ne));let ge=U.textures;if(ne.length!==ge.length||ne[0]!==i.COLOR_ATTACHMENT0){for(let be=0,Ve=ge.length;be<Ve;be++)ne[be]=i.COLOR_ATTACHMENT0+be;ne.length=ge.length,we=!0}}else ne[0]!==i.BACK&&(ne[0]=i.BACK,we=!0);we&&i.drawBuffers(ne)}function ht(U){return y!==U?(i.useProgram(U),y=U,!0):!1}let at={[hr]:i.FUNC_ADD,[Ng]:i.FUNC_SUBTRACT,[Ug]:i.FUNC_REVERSE_SUBTRACT};at[Fg]=i.MIN,at[Og]=i.MAX;let tt={[Bg]:i.ZERO,[kg]:i.ONE,[zg]:i.SRC_COLOR,[Od]:i.SRC_ALPHA,[qg]:i.SRC_ALPHA_SATURATE,[Wg]:i.DST_COLOR,[Vg]:i.DST_ALPHA,[Hg]:i.ONE_MINUS_SRC_COLOR,[Bd]:i.ONE_MINUS_SRC_ALPHA,[Xg]:i.ONE_MINUS_DST_COLOR,[Gg]:i.ONE_MINUS_DST_ALPHA,[Yg]:i.CONSTANT_COLOR,[$g]:i.ONE_MINUS_CONSTANT_COLOR,[Zg]:i.CONSTANT_ALPHA,[Jg]:i.ONE_MINUS_CONSTANT_ALPHA};function Xt(U,re,ne,we,ge,be,Ve,Ze,ce,Oe){if(U===cr){p===!0&&(Ge(i.BLEND),p=!1);return}if(p===!1&&(Se(i.BLEND),p=!0),U!==Dg){if(U!==m||Oe!==N){if((b!==hr||P!==hr)&&(i.blendEquation(i.FUNC_ADD),b=hr,P=hr),Oe)switch(U){case uo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Nd:i.blendFunc(i.ONE,i.ONE);break;case Ud:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Fd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qe("WebGLState: Invalid blending: ",U);break}else switch(U){case uo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Nd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Ud:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Fd:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",U);break}C=null,w=null,T=null,_=null,E.set(0,0,0),z=0,m=U,N=Oe}return}ge=ge||re,be=be||ne,Ve=Ve||we,(re!==b||ge!==P)&&(i.blendEquationSeparate(at[re],at[ge]),b=re,P=ge),(ne!==C||we!==w||be!==T||Ve!==_)&&(i.blendFuncSeparate(tt[ne],tt[we],tt[be],tt[Ve]),C=ne,w=we,T=be,_=Ve),(Ze.equals(E)===!1||ce!==z)&&(i.blendColor(Ze.r,Ze.g,Ze.b,ce),E.copy(Ze),z=ce),m=U,N=!1}function Ot(U,re){U.side===$n?Ge(i.CULL_FACE):Se(i.CULL_FACE);let ne=U.side===Yn;re&&(ne=!ne),rn(ne),U.blending===uo&&U.transparent===!1?Xt(cr):Xt(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let we=U.stencilWrite;a.setTest(we),we&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),yt(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?Se(i.SAMPLE_ALPHA_TO_COVERAGE):Ge(i.SAMPLE_ALPHA_TO_COVERAGE)}function rn(U){L!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),L=U)}function Pt(U){U!==Pg?(Se(i.CULL_FACE),U!==V&&(U===Dd?i.cullFace(i.BACK):U===Ig?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ge(i.CULL_FACE),V=U}function bn(U){U!==G&&(B&&i.lineWidth(U),G=U)}function yt(U,re,ne){U?(Se(i.POLYGON_OFFSET_FILL),(D!==re||H!==ne)&&(D=re,H=ne,o.getReversed()&&(re=-re,ne=-ne),i.polygonOffset(re,ne))):Ge(i.POLYGON_OFFSET_FILL)}function mn(U){U?Se(i.SCISSOR_TEST):Ge(i.SCISSOR_TEST)}function Jt(U){U===void 0&&(U=i.TEXTURE0+Y-1),j!==U&&(i.activeTexture(U),j=U)}function on(U,re,ne){ne===void 0&&(j===null?ne=i.TEXTURE0+Y-1:ne=j);let we=ee[ne];we===void 0&&(we={type:void 0,texture:void 0},ee[ne]=we),(we.type!==U||we.texture!==re)&&(j!==ne&&(i.activeTexture(ne),j=ne),i.bindTexture(U,re||Ae[U]),we.type=U,we.texture=re)}function F(){let U=ee[j];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Ce(){try{i.compressedTexImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function qe(){try{i.compressedTexImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function st(){try{i.texSubImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function Me(){try{i.texSubImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function Lt(){try{i.compressedTexSubImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function ze(){try{i.compressedTexSubImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function Xe(){try{i.texStorage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function A(){try{i.texStorage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function x(){try{i.texImage2D(...arguments)}catch(U){Qe("WebGLState:",U)}}function W(){try{i.texImage3D(...arguments)}catch(U){Qe("WebGLState:",U)}}function he(U){return d[U]!==void 0?d[U]:i.getParameter(U)}function oe(U,re){d[U]!==re&&(i.pixelStorei(U,re),d[U]=re)}function ve(U){Q.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),Q.copy(U))}function xe(U){me.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),me.copy(U))}function te(U,re){let ne=c.get(re);ne===void 0&&(ne=new WeakMap,c.set(re,ne));let we=ne.get(U);we===void 0&&(we=i.getUniformBlockIndex(re,U.name),i.uniformBlockBinding(re,we,we),ne.set(U,we))}function ie(U,re,ne){let ge=c.get(re).get(U);l[ge]!==ne&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,ne),l[ge]=ne)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),u={},d={},j=null,ee={},h={},l={},f=new WeakMap,v=[],y=null,p=!1,m=null,b=null,C=null,w=null,P=null,T=null,_=null,E=new Ke(0,0,0),z=0,N=!1,L=null,V=null,G=null,D=null,H=null,Q.set(0,0,i.canvas.width,i.canvas.height),me.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Se,disable:Ge,bindFramebuffer:it,drawBuffers:He,useProgram:ht,setBlending:Xt,setMaterial:Ot,setFlipSided:rn,setCullFace:Pt,setLineWidth:bn,setPolygonOffset:yt,setScissorTest:mn,activeTexture:Jt,bindTexture:on,unbindTexture:F,compressedTexImage2D:Ce,compressedTexImage3D:qe,texImage2D:x,texImage3D:W,pixelStorei:oe,getParameter:he,updateUBOMapping:te,uniformBlockBinding:ie,texStorage2D:Xe,texStorage3D:A,texSubImage2D:st,texSubImage3D:Me,compressedTexSubImage2D:Lt,compressedTexSubImage3D:ze,scissor:ve,viewport:xe,reset:pe}}function _1(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,u=new WeakMap,d=new Set,h,f=new WeakMap,v=new Set,y=new FinalizationRegistry(A=>v.delete(A)),p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(A,x){return p?new OffscreenCanvas(A,x):Jo("canvas")}function b(A,x,W){let he=1,oe=Xe(A);if((oe.width>W||oe.height>W)&&(he=W/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&A instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&A instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&A instanceof ImageBitmap||typeof VideoFrame<"u"&&A instanceof VideoFrame){let ve=Math.floor(he*oe.width),xe=Math.floor(he*oe.height);h===void 0&&(h=m(ve,xe));let te=x?m(ve,xe):h;return te.width=ve,te.height=xe,te.getContext("2d").drawImage(A,0,0,ve,xe),Ye("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+ve+"x"+xe+")."),te}else return"data"in A&&Ye("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),A;return A}function C(A){return A.generateMipmaps}function w(A){i.generateMipmap(A)}function P(A){return A.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:A.isWebGL3DRenderTarget?i.TEXTURE_3D:A.isWebGLArrayRenderTarget||A.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(A,x,W,he,oe,ve=!1){if(A!==null){if(i[A]!==void 0)return i[A];Ye("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+A+"'")}let xe;he&&(xe=e.get("EXT_texture_norm16"),xe||Ye("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=x;if(x===i.RED&&(W===i.FLOAT&&(te=i.R32F),W===i.HALF_FLOAT&&(te=i.R16F),W===i.UNSIGNED_BYTE&&(te=i.R8),W===i.UNSIGNED_SHORT&&xe&&(te=xe.R16_EXT),W===i.SHORT&&xe&&(te=xe.R16_SNORM_EXT)),x===i.RED_INTEGER&&(W===i.UNSIGNED_BYTE&&(te=i.R8UI),W===i.UNSIGNED_SHORT&&(te=i.R16UI),W===i.UNSIGNED_INT&&(te=i.R32UI),W===i.BYTE&&(te=i.R8I),W===i.SHORT&&(te=i.R16I),W===i.INT&&(te=i.R32I)),x===i.RG&&(W===i.FLOAT&&(te=i.RG32F),W===i.HALF_FLOAT&&(te=i.RG16F),W===i.UNSIGNED_BYTE&&(te=i.RG8),W===i.UNSIGNED_SHORT&&xe&&(te=xe.RG16_EXT),W===i.SHORT&&xe&&(te=xe.RG16_SNORM_EXT)),x===i.RG_INTEGER&&(W===i.UNSIGNED_BYTE&&(te=i.RG8UI),W===i.UNSIGNED_SHORT&&(te=i.RG16UI),W===i.UNSIGNED_INT&&(te=i.RG32UI),W===i.BYTE&&(te=i.RG8I),W===i.SHORT&&(te=i.RG16I),W===i.INT&&(te=i.RG32I)),x===i.RGB_INTEGER&&(W===i.UNSIGNED_BYTE&&(te=i.RGB8UI),W===i.UNSIGNED_SHORT&&(te=i.RGB16UI),W===i.UNSIGNED_INT&&(te=i.RGB32UI),W===i.BYTE&&(te=i.RGB8I),W===i.SHORT&&(te=i.RGB16I),W===i.INT&&(te=i.RGB32I)),x===i.RGBA_INTEGER&&(W===i.UNSIGNED_BYTE&&(te=i.RGBA8UI),W===i.UNSIGNED_SHORT&&(te=i.RGBA16UI),W===i.UNSIGNED_INT&&(te=i.RGBA32UI),W===i.BYTE&&(te=i.RGBA8I),W===i.SHORT&&(te=i.RGBA16I),W===i.INT&&(te=i.RGBA32I)),x===i.RGB&&(W===i.UNSIGNED_SHORT&&xe&&(te=xe.RGB16_EXT),W===i.SHORT&&xe&&(te=xe.RGB16_SNORM_EXT),W===i.UNSIGNED_INT_5_9_9_9_REV&&(te=i.RGB9_E5),W===i.UNSIGNED_INT_10F_11F_11F_REV&&(te=i.R11F_G11F_B10F)),x===i.RGBA){let ie=ve?Zo:_t.getTransfer(oe);W===i.FLOAT&&(te=i.RGBA32F),W===i.HALF_FLOAT&&(te=i.RGBA16F),W===i.UNSIGNED_BYTE&&(te=ie===Tt?i.SRGB8_ALPHA8:i.RGBA8),W===i.UNSIGNED_SHORT&&xe&&(te=xe.RGBA16_EXT),W===i.SHORT&&xe&&(te=xe.RGBA16_SNORM_EXT),W===i.UNSIGNED_SHORT_4_4_4_4&&(te=i.RGBA4),W===i.UNSIGNED_SHORT_5_5_5_1&&(te=i.RGB5_A1)}return(te===i.R16F||te===i.R32F||te===i.RG16F||te===i.RG32F||te===i.RGBA16F||te===i.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function _(A,x){let W;return A?x===null||x===Li||x===dr?W=i.DEPTH24_STENCIL8:x===Di?W=i.DEPTH32F_STENCIL8:x===po&&(W=i.DEPTH24_STENCIL8,Ye("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Li||x===dr?W=i.DEPTH_COMPONENT24:x===Di?W=i.DEPTH_COMPONENT32F:x===po&&(W=i.DEPTH_COMPONENT16),W}function E(A,x){return C(A)===!0||A.isFramebufferTexture&&A.minFilter!==An&&A.minFilter!==Rn?Math.log2(Math.max(x.width,x.height))+1:A.mipmaps.length>0?A.mipmaps.length:A.isCompressedTexture&&Array.isArray(A.image)?x.mipmaps.length:1}function z(A){let x=new WeakRef(A);n.get(A).__ref=x,v.add(x),y.register(A,x,x)}function N(A){let x=n.get(A).__ref;x!==void 0&&(v.delete(x),y.unregister(x))}function L(A){G(A.target)}function V(A){D(A.target)}function G(A){A.removeEventListener("dispose",L),N(A),Y(A),A.isVideoTexture&&u.delete(A),A.isHTMLTexture&&d.delete(A)}function D(A){A.removeEventListener("dispose",V),N(A),le(A)}function H(){for(let A of v){let x=A.deref();x!==void 0&&(x.isRenderTarget===!0?D(x):G(x))}v.clear(),d.clear()}function Y(A){let x=n.get(A);if(x.__webglInit===void 0)return;let W=A.source,he=f.get(W);if(he){let oe=he[x.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&B(A),Object.keys(he).length===0&&f.delete(W)}n.remove(A)}function B(A){let x=n.get(A);i.deleteTexture(x.__webglTexture);let W=A.source,he=f.get(W);delete he[x.__cacheKey],o.memory.textures--}function le(A){let x=n.get(A);x.__depthDisposeCallback&&x.__depthDisposeCallback();let W=A.depthTexture;if(W&&W.renderTarget===A&&G(W),A.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(x.__webglFramebuffer[oe]))for(let ve=0;ve<x.__webglFramebuffer[oe].length;ve++)i.deleteFramebuffer(x.__webglFramebuffer[oe][ve]);else i.deleteFramebuffer(x.__webglFramebuffer[oe]);x.__webglDepthbuffer&&i.deleteRenderbuffer(x.__webglDepthbuffer[oe])}else{if(Array.isArray(x.__webglFramebuffer))for(let oe=0;oe<x.__webglFramebuffer.length;oe++)i.deleteFramebuffer(x.__webglFramebuffer[oe]);else i.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&i.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&i.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let oe=0;oe<x.__webglColorRenderbuffer.length;oe++)x.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(x.__webglColorRenderbuffer[oe]);x.__webglDepthRenderbuffer&&i.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let he=A.textures;for(let oe=0,ve=he.length;oe<ve;oe++){let xe=n.get(he[oe]);xe.__webglTexture&&(i.deleteTexture(xe.__webglTexture),o.memory.textures--),n.remove(he[oe])}n.remove(A)}let $=0;function j(){$=0}function ee(){return $}function de(A){$=A}function ue(){let A=$;return A>=s.maxTextures&&Ye("WebGLTextures: Trying to use "+(A+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,A}function Q(A){let x=[];return x.push(A.wrapS),x.push(A.wrapT),x.push(A.wrapR||0),x.push(A.magFilter),x.push(A.minFilter),x.push(A.anisotropy),x.push(A.internalFormat),x.push(A.format),x.push(A.type),x.push(A.generateMipmaps),x.push(A.mipmapsAutoUpdate),x.push(A.premultiplyAlpha),x.push(A.flipY),x.push(A.unpackAlignment),x.push(A.colorSpace),x.join()}function me(A,x){let W=n.get(A);if(A.isVideoTexture&&Lt(A),A.isRenderTargetTexture===!1&&A.isExternalTexture!==!0&&A.version>0&&W.__version!==A.version){let he=A.image;if(he===null)Ye("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)Ye("WebGLRenderer: Texture marked for update but image is incomplete");else{Ot(W,A,x);return}}else A.isExternalTexture&&(W.__webglTexture=A.sourceTexture?A.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,W.__webglTexture,i.TEXTURE0+x)}function _e(A,x){let W=n.get(A);if(A.isRenderTargetTexture===!1&&A.version>0&&W.__version!==A.version){Ot(W,A,x);return}else A.isExternalTexture&&(W.__webglTexture=A.sourceTexture?A.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,W.__webglTexture,i.TEXTURE0+x)}function Ae(A,x){let W=n.get(A);if(A.isRenderTargetTexture===!1&&A.version>0&&W.__version!==A.version){Ot(W,A,x);return}t.bindTexture(i.TEXTURE_3D,W.__webglTexture,i.TEXTURE0+x)}function Se(A,x){let W=n.get(A);if(A.version>0&&W.__version!==A.version){rn(W,A,x);return}t.bindTexture(i.TEXTURE_CUBE_MAP,W.__webglTexture,i.TEXTURE0+x)}let Ge={[dc]:i.REPEAT,[Zi]:i.CLAMP_TO_EDGE,[fc]:i.MIRRORED_REPEAT},it={[An]:i.NEAREST,[Qg]:i.NEAREST_MIPMAP_NEAREST,[xa]:i.NEAREST_MIPMAP_LINEAR,[Rn]:i.LINEAR,[Vc]:i.LINEAR_MIPMAP_NEAREST,[bs]:i.LINEAR_MIPMAP_LINEAR},He={[i0]:i.NEVER,[nf]:i.ALWAYS,[s0]:i.LESS,[ef]:i.LEQUAL,[r0]:i.EQUAL,[tf]:i.GEQUAL,[o0]:i.GREATER,[a0]:i.NOTEQUAL};function ht(A,x){if(x.type===Di&&e.has("OES_texture_float_linear")===!1&&(x.magFilter===Rn||x.magFilter===Vc||x.magFilter===xa||x.magFilter===bs||x.minFilter===Rn||x.minFilter===Vc||x.minFilter===xa||x.minFilter===bs)&&Ye("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(A,i.TEXTURE_WRAP_S,Ge[x.wrapS]),i.texParameteri(A,i.TEXTURE_WRAP_T,Ge[x.wrapT]),(A===i.TEXTURE_3D||A===i.TEXTURE_2D_ARRAY)&&i.texParameteri(A,i.TEXTURE_WRAP_R,Ge[x.wrapR]),i.texParameteri(A,i.TEXTURE_MAG_FILTER,it[x.magFilter]),i.texParameteri(A,i.TEXTURE_MIN_FILTER,it[x.minFilter]),x.compareFunction&&(i.texParameteri(A,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(A,i.TEXTURE_COMPARE_FUNC,He[x.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===An||x.minFilter!==xa&&x.minFilter!==bs||x.type===Di&&e.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||n.get(x).__currentAnisotropy){let W=e.get("EXT_texture_filter_anisotropic");i.texParameterf(A,W.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,s.getMaxAnisotropy())),n.get(x).__currentAnisotropy=x.anisotropy}}}function at(A,x){let W=!1;A.__webglInit===void 0&&(A.__webglInit=!0,x.addEventListener("dispose",L),z(x));let he=x.source,oe=f.get(he);oe===void 0&&(oe={},f.set(he,oe));let ve=Q(x);if(ve!==A.__cacheKey){oe[ve]===void 0&&(oe[ve]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,W=!0),oe[ve].usedTimes++;let xe=oe[A.__cacheKey];xe!==void 0&&(oe[A.__cacheKey].usedTimes--,xe.usedTimes===0&&B(x)),A.__cacheKey=ve,A.__webglTexture=oe[ve].texture}return W}function tt(A,x,W){return Math.floor(Math.floor(A/W)/x)}function Xt(A,x,W,he){let ve=A.updateRanges;if(ve.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,x.width,x.height,W,he,x.data);else{ve.sort((U,re)=>U.start-re.start);let xe=0;for(let U=1;U<ve.length;U++){let re=ve[xe],ne=ve[U],we=re.start+re.count,ge=tt(ne.start,x.width,4),be=tt(re.start,x.width,4);ne.start<=we+1&&ge===be&&tt(ne.start+ne.count-1,x.width,4)===ge?re.count=Math.max(re.count,ne.start+ne.count-re.start):(++xe,ve[xe]=ne)}ve.length=xe+1;let te=t.getParameter(i.UNPACK_ROW_LENGTH),ie=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,x.width);for(let U=0,re=ve.length;U<re;U++){let ne=ve[U],we=Math.floor(ne.start/4),ge=Math.ceil(ne.count/4),be=we%x.width,Ve=Math.floor(we/x.width),Ze=ge,ce=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,be),t.pixelStorei(i.UNPACK_SKIP_ROWS,Ve),t.texSubImage2D(i.TEXTURE_2D,0,be,Ve,Ze,ce,W,he,x.data)}A.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,te),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Ot(A,x,W){let he=i.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(he=i.TEXTURE_2D_ARRAY),x.isData3DTexture&&(he=i.TEXTURE_3D);let oe=at(A,x),ve=x.source;t.bindTexture(he,A.__webglTexture,i.TEXTURE0+W);let xe=n.get(ve);if(ve.version!==xe.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+W),(typeof ImageBitmap<"u"&&x.image instanceof ImageBitmap)===!1){let ce=_t.getPrimaries(_t.workingColorSpace),Oe=x.colorSpace===Ms?null:_t.getPrimaries(x.colorSpace),Je=x.colorSpace===Ms||ce===Oe?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Je)}t.pixelStorei(i.UNPACK_ALIGNMENT,x.unpackAlignment);let ie=b(x.image,!1,s.maxTextureSize);ie=ze(x,ie);let pe=r.convert(x.format,x.colorSpace),U=r.convert(x.type),re=T(x.internalFormat,pe,U,x.normalized,x.colorSpace,x.isVideoTexture);ht(he,x);let ne,we=x.mipmaps,ge=x.isVideoTexture!==!0,be=xe.__version===void 0||oe===!0,Ve=ve.dataReady,Ze=E(x,ie);if(x.isDepthTexture)re=_(x.format===Ss,x.type),be&&(ge?t.texStorage2D(i.TEXTURE_2D,1,re,ie.width,ie.height):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,U,null));else if(x.isDataTexture)if(we.length>0){ge&&be&&t.texStorage2D(i.TEXTURE_2D,Ze,re,we[0].width,we[0].height);for(let ce=0,Oe=we.length;ce<Oe;ce++)ne=we[ce],ge?Ve&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,ne.width,ne.height,pe,U,ne.data):t.texImage2D(i.TEXTURE_2D,ce,re,ne.width,ne.height,0,pe,U,ne.data);x.generateMipmaps=!1}else ge?(be&&t.texStorage2D(i.TEXTURE_2D,Ze,re,ie.width,ie.height),Ve&&Xt(x,ie,pe,U)):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,U,ie.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){ge&&be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ze,re,we[0].width,we[0].height,ie.depth);for(let ce=0,Oe=we.length;ce<Oe;ce++)if(ne=we[ce],x.format!==Ui)if(pe!==null)if(ge){if(Ve)if(x.layerUpdates.size>0){let Je=hf(ne.width,ne.height,x.format,x.type);for(let Re of x.layerUpdates){let ot=ne.data.subarray(Re*Je/ne.data.BYTES_PER_ELEMENT,(Re+1)*Je/ne.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,Re,ne.width,ne.height,1,pe,ot)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,0,ne.width,ne.height,ie.depth,pe,ne.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ce,re,ne.width,ne.height,ie.depth,0,ne.data,0,0);else Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?Ve&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,ce,0,0,0,ne.width,ne.height,ie.depth,pe,U,ne.data):t.texImage3D(i.TEXTURE_2D_ARRAY,ce,re,ne.width,ne.height,ie.depth,0,pe,U,ne.data);x.layerUpdates.size>0&&x.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(i.TEXTURE_2D,Ze,re,we[0].width,we[0].height);for(let ce=0,Oe=we.length;ce<Oe;ce++)ne=we[ce],x.format!==Ui?pe!==null?ge?Ve&&t.compressedTexSubImage2D(i.TEXTURE_2D,ce,0,0,ne.width,ne.height,pe,ne.data):t.compressedTexImage2D(i.TEXTURE_2D,ce,re,ne.width,ne.height,0,ne.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?Ve&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,ne.width,ne.height,pe,U,ne.data):t.texImage2D(i.TEXTURE_2D,ce,re,ne.width,ne.height,0,pe,U,ne.data)}else if(x.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ze,re,ie.width,ie.height,ie.depth),Ve)if(x.layerUpdates.size>0){let ce=hf(ie.width,ie.height,x.format,x.type);for(let Oe of x.layerUpdates){let Je=ie.data.subarray(Oe*ce/ie.data.BYTES_PER_ELEMENT,(Oe+1)*ce/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Oe,ie.width,ie.height,1,pe,U,Je)}x.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,U,ie.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,re,ie.width,ie.height,ie.depth,0,pe,U,ie.data);else if(x.isData3DTexture)ge?(be&&t.texStorage3D(i.TEXTURE_3D,Ze,re,ie.width,ie.height,ie.depth),Ve&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,U,ie.data)):t.texImage3D(i.TEXTURE_3D,0,re,ie.width,ie.height,ie.depth,0,pe,U,ie.data);else if(x.isFramebufferTexture){if(be)if(ge)t.texStorage2D(i.TEXTURE_2D,Ze,re,ie.width,ie.height);else{let ce=ie.width,Oe=ie.height;for(let Je=0;Je<Ze;Je++)t.texImage2D(i.TEXTURE_2D,Je,re,ce,Oe,0,pe,U,null),ce>>=1,Oe>>=1}}else if(x.isHTMLTexture){if("texElementImage2D"in i){let ce=i.canvas;if(ce.hasAttribute("layoutsubtree")||ce.setAttribute("layoutsubtree","true"),ie.parentNode!==ce){ce.appendChild(ie),d.add(x),ce.onpaint=Oe=>{let Je=Oe.changedElements;for(let Re of d)Je.includes(Re.image)&&(Re.needsUpdate=!0)},ce.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ie);else{let Je=i.RGBA,Re=i.RGBA,ot=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Je,Re,ot,ie)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&be){let ce=Xe(we[0]);t.texStorage2D(i.TEXTURE_2D,Ze,re,ce.width,ce.height)}for(let ce=0,Oe=we.length;ce<Oe;ce++)ne=we[ce],ge?Ve&&t.texSubImage2D(i.TEXTURE_2D,ce,0,0,pe,U,ne):t.texImage2D(i.TEXTURE_2D,ce,re,pe,U,ne);x.generateMipmaps=!1}else if(ge){if(be){let ce=Xe(ie);t.texStorage2D(i.TEXTURE_2D,Ze,re,ce.width,ce.height)}Ve&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,U,ie)}else t.texImage2D(i.TEXTURE_2D,0,re,pe,U,ie);C(x)&&x.mipmapsAutoUpdate===!0&&w(he),xe.__version=ve.version,x.onUpdate&&x.onUpdate(x)}A.__version=x.version}function rn(A,x,W){if(x.image.length!==6)return;let he=at(A,x),oe=x.source;t.bindTexture(i.TEXTURE_CUBE_MAP,A.__webglTexture,i.TEXTURE0+W);let ve=n.get(oe);if(oe.version!==ve.__version||he===!0){t.activeTexture(i.TEXTURE0+W);let xe=_t.getPrimaries(_t.workingColorSpace),te=x.colorSpace===Ms?null:_t.getPrimaries(x.colorSpace),ie=x.colorSpace===Ms||xe===te?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,x.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=x.isCompressedTexture||x.image[0].isCompressedTexture,U=x.image[0]&&x.image[0].isDataTexture,re=[];for(let Re=0;Re<6;Re++)!pe&&!U?re[Re]=b(x.image[Re],!0,s.maxCubemapSize):re[Re]=U?x.image[Re].image:x.image[Re],re[Re]=ze(x,re[Re]);let ne=re[0],we=r.convert(x.format,x.colorSpace),ge=r.convert(x.type),be=T(x.internalFormat,we,ge,x.normalized,x.colorSpace),Ve=x.isVideoTexture!==!0,Ze=ve.__version===void 0||he===!0,ce=oe.dataReady,Oe=E(x,ne);ht(i.TEXTURE_CUBE_MAP,x);let Je;if(x.isDepthTexture){if(be=_(x.format===Ss,x.type),Ze)if(Ve)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,be,ne.width,ne.height);else for(let Re=0;Re<6;Re++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,ne.width,ne.height,0,we,ge,null)}else if(pe){Ve&&Ze&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Oe,be,ne.width,ne.height);for(let Re=0;Re<6;Re++){Je=re[Re].mipmaps;for(let ot=0;ot<Je.length;ot++){let kt=Je[ot];x.format!==Ui?we!==null?Ve?ce&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot,0,0,kt.width,kt.height,we,kt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot,be,kt.width,kt.height,0,kt.data):Ye("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ve?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot,0,0,kt.width,kt.height,we,ge,kt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot,be,kt.width,kt.height,0,we,ge,kt.data)}}}else{if(Je=x.mipmaps,Ve&&Ze){Je.length>0&&Oe++;let Re=Xe(re[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Oe,be,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if(U){Ve?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,re[Re].width,re[Re].height,we,ge,re[Re].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,re[Re].width,re[Re].height,0,we,ge,re[Re].data);for(let ot=0;ot<Je.length;ot++){let kn=Je[ot].image[Re].image;Ve?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot+1,0,0,kn.width,kn.height,we,ge,kn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot+1,be,kn.width,kn.height,0,we,ge,kn.data)}}else{Ve?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,we,ge,re[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,we,ge,re[Re]);for(let ot=0;ot<Je.length;ot++){let kt=Je[ot];Ve?ce&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot+1,0,0,we,ge,kt.image[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ot+1,be,we,ge,kt.image[Re])}}}C(x)&&x.mipmapsAutoUpdate===!0&&w(i.TEXTURE_CUBE_MAP),ve.__version=oe.version,x.onUpdate&&x.onUpdate(x)}A.__version=x.version}function Pt(A,x,W,he,oe,ve){let xe=r.convert(W.format,W.colorSpace),te=r.convert(W.type),ie=T(W.internalFormat,xe,te,W.normalized,W.colorSpace),pe=n.get(x),U=n.get(W);if(U.__renderTarget=x,!pe.__hasExternalTextures){let re=Math.max(1,x.width>>ve),ne=Math.max(1,x.height>>ve);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,ve,ie,re,ne,x.depth,0,xe,te,null):t.texImage2D(oe,ve,ie,re,ne,0,xe,te,null)}t.bindFramebuffer(i.FRAMEBUFFER,A),Me(x)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,he,oe,U.__webglTexture,0,st(x)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,he,oe,U.__webglTexture,ve),t.bindFramebuffer(i.FRAMEBUFFER,null)}function bn(A,x,W){if(i.bindRenderbuffer(i.RENDERBUFFER,A),x.depthBuffer){let he=x.depthTexture,oe=he&&he.isDepthTexture?he.type:null,ve=_(x.stencilBuffer,oe),xe=x.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Me(x)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,st(x),ve,x.width,x.height):W?i.renderbufferStorageMultisample(i.RENDERBUFFER,st(x),ve,x.width,x.height):i.renderbufferStorage(i.RENDERBUFFER,ve,x.width,x.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,xe,i.RENDERBUFFER,A)}else{let he=x.textures;for(let oe=0;oe<he.length;oe++){let ve=he[oe],xe=r.convert(ve.format,ve.colorSpace),te=r.convert(ve.type),ie=T(ve.internalFormat,xe,te,ve.normalized,ve.colorSpace);Me(x)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,st(x),ie,x.width,x.height):W?i.renderbufferStorageMultisample(i.RENDERBUFFER,st(x),ie,x.width,x.height):i.renderbufferStorage(i.RENDERBUFFER,ie,x.width,x.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function yt(A,x,W){let he=x.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,A),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(x.depthTexture);oe.__renderTarget=x;let ve=he?x.depthTexture.image[0]:x.depthTexture.image;(!oe.__webglTexture||ve.width!==x.width||ve.height!==x.height)&&(ve.width=x.width,ve.height=x.height,x.depthTexture.needsUpdate=!0),he?Se(x.depthTexture,0):me(x.depthTexture,0);let xe=oe.__webglTexture,te=st(x),ie=he?i.TEXTURE_CUBE_MAP_POSITIVE_X+W:i.TEXTURE_2D,pe=x.depthTexture.format===Ss?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(x.depthTexture.format===xs)Me(x)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,xe,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,xe,0);else if(x.depthTexture.format===Ss)Me(x)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,xe,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,xe,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function mn(A){let x=n.get(A),W=A.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==A.depthTexture){let he=A.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),he){let oe=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),x.__depthDisposeCallback=oe}x.__boundDepthTexture=he}if(A.depthTexture&&!x.__autoAllocateDepthBuffer)if(W)for(let he=0;he<6;he++)yt(x.__webglFramebuffer[he],A,he);else A.texture.mipmaps.length>0?yt(x.__webglFramebuffer[0],A,0):yt(x.__webglFramebuffer,A,0);else if(W){x.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(i.FRAMEBUFFER,x.__webglFramebuffer[he]),x.__webglDepthbuffer[he]===void 0)x.__webglDepthbuffer[he]=i.createRenderbuffer(),bn(x.__webglDepthbuffer[he],A,!1);else{let oe=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=x.__webglDepthbuffer[he];i.bindRenderbuffer(i.RENDERBUFFER,ve),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ve)}}else if(A.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,x.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=i.createRenderbuffer(),bn(x.__webglDepthbuffer,A,!1);else{let oe=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=x.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,ve),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ve)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function Jt(A,x,W){let he=n.get(A);x!==void 0&&Pt(he.__webglFramebuffer,A,A.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),W!==void 0&&mn(A)}function on(A){let x=A.texture,W=n.get(A),he=n.get(x);A.addEventListener("dispose",V),z(A);let oe=A.textures,ve=A.isWebGLCubeRenderTarget===!0,xe=oe.length>1;if(xe||(he.__webglTexture===void 0&&(he.__webglTexture=i.createTexture()),he.__version=x.version,o.memory.textures++),ve){W.__webglFramebuffer=[];for(let te=0;te<6;te++)if(x.mipmaps.length>0){W.__webglFramebuffer[te]=[];for(let ie=0;ie<x.mipmaps.length;ie++)W.__webglFramebuffer[te][ie]=i.createFramebuffer()}else W.__webglFramebuffer[te]=i.createFramebuffer()}else{if(x.mipmaps.length>0){W.__webglFramebuffer=[];for(let te=0;te<x.mipmaps.length;te++)W.__webglFramebuffer[te]=i.createFramebuffer()}else W.__webglFramebuffer=i.createFramebuffer();if(xe)for(let te=0,ie=oe.length;te<ie;te++){let pe=n.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(A.samples>0&&Me(A)===!1){W.__webglMultisampledFramebuffer=i.createFramebuffer(),W.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,W.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ie=oe[te];W.__webglColorRenderbuffer[te]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,W.__webglColorRenderbuffer[te]);let pe=r.convert(ie.format,ie.colorSpace),U=r.convert(ie.type),re=T(ie.internalFormat,pe,U,ie.normalized,ie.colorSpace,A.isXRRenderTarget===!0),ne=st(A);i.renderbufferStorageMultisample(i.RENDERBUFFER,ne,re,A.width,A.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+te,i.RENDERBUFFER,W.__webglColorRenderbuffer[te])}i.bindRenderbuffer(i.RENDERBUFFER,null),A.depthBuffer&&(W.__webglDepthRenderbuffer=i.createRenderbuffer(),bn(W.__webglDepthRenderbuffer,A,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(ve){t.bindTexture(i.TEXTURE_CUBE_MAP,he.__webglTexture),ht(i.TEXTURE_CUBE_MAP,x);for(let te=0;te<6;te++)if(x.mipmaps.length>0)for(let ie=0;ie<x.mipmaps.length;ie++)Pt(W.__webglFramebuffer[te][ie],A,x,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,ie);else Pt(W.__webglFramebuffer[te],A,x,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);C(x)?w(i.TEXTURE_CUBE_MAP):x.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}else if(xe){for(let te=0,ie=oe.length;te<ie;te++){let pe=oe[te],U=n.get(pe),re=i.TEXTURE_2D;(A.isWebGL3DRenderTarget||A.isWebGLArrayRenderTarget)&&(re=A.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,U.__webglTexture),ht(re,pe),Pt(W.__webglFramebuffer,A,pe,i.COLOR_ATTACHMENT0+te,re,0),C(pe)&&w(re)}t.unbindTexture()}else{let te=i.TEXTURE_2D;if((A.isWebGL3DRenderTarget||A.isWebGLArrayRenderTarget)&&(te=A.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(te,he.__webglTexture),ht(te,x),x.mipmaps.length>0)for(let ie=0;ie<x.mipmaps.length;ie++)Pt(W.__webglFramebuffer[ie],A,x,i.COLOR_ATTACHMENT0,te,ie);else Pt(W.__webglFramebuffer,A,x,i.COLOR_ATTACHMENT0,te,0);C(x)?w(te):x.mipmaps.length>0&&i.texParameteri(te,i.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}A.depthBuffer&&mn(A)}function F(A){let x=A.textures;for(let W=0,he=x.length;W<he;W++){let oe=x[W];if(C(oe)&&oe.mipmapsAutoUpdate===!0){let ve=P(A),xe=n.get(oe).__webglTexture;t.bindTexture(ve,xe),w(ve),t.unbindTexture()}}}let Ce=[];function qe(A){if(A.samples>0){if(Me(A)===!1){let x=A.textures,W=A.width,he=A.height,oe=i.COLOR_BUFFER_BIT,ve=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xe=n.get(A),te=x.length>1;if(te)for(let pe=0;pe<x.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,xe.__webglMultisampledFramebuffer),A.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,xe.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,xe.__webglFramebuffer);for(let pe=0;pe<x.length;pe++){if(A.resolveDepthBuffer&&(A.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),A.stencilBuffer&&A.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),te){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,xe.__webglColorRenderbuffer[pe]);let U=n.get(x[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,W,he,0,0,W,he,oe,i.NEAREST),l===!0&&(Ce.length=0,Ce.push(i.COLOR_ATTACHMENT0+pe),A.depthBuffer&&A.storeMultisampledDepthBuffer===!1&&Ce.push(ve),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<x.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,xe.__webglColorRenderbuffer[pe]);let U=n.get(x[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,U,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,xe.__webglMultisampledFramebuffer)}else if(A.depthBuffer&&A.storeMultisampledDepthBuffer===!1&&l){let x=A.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[x])}}}function st(A){return Math.min(s.maxSamples,A.samples)}function Me(A){let x=n.get(A);return A.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function Lt(A){let x=o.render.frame;u.get(A)!==x&&(u.set(A,x),A.update())}function ze(A,x){let W=A.colorSpace,he=A.format,oe=A.type;return A.isCompressedTexture===!0||A.isVideoTexture===!0||W!==$o&&W!==Ms&&(_t.getTransfer(W)===Tt?(he!==Ui||oe!==jn)&&Ye("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",W)),x}function Xe(A){return typeof HTMLImageElement<"u"&&A instanceof HTMLImageElement?(c.width=A.naturalWidth||A.width,c.height=A.naturalHeight||A.height):typeof VideoFrame<"u"&&A instanceof VideoFrame?(c.width=A.displayWidth,c.height=A.displayHeight):(c.width=A.width,c.height=A.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=j,this.getTextureUnits=ee,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=_e,this.setTexture3D=Ae,this.setTextureCube=Se,this.rebindTextures=Jt,this.setupRenderTarget=on,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=qe,this.setupDepthRenderbuffer=mn,this.setupFrameBufferTexture=Pt,this.useMultisampledRTT=Me,this.dispose=H}function x1(i,e){function t(n,s=Ms){let r,o=_t.getTransfer(s);if(n===jn)return i.UNSIGNED_BYTE;if(n===Wc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Xc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Zd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Jd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Yd)return i.BYTE;if(n===$d)return i.SHORT;if(n===po)return i.UNSIGNED_SHORT;if(n===Gc)return i.INT;if(n===Li)return i.UNSIGNED_INT;if(n===Di)return i.FLOAT;if(n===Ni)return i.HALF_FLOAT;if(n===Kd)return i.ALPHA;if(n===jd)return i.RGB;if(n===Ui)return i.RGBA;if(n===xs)return i.DEPTH_COMPONENT;if(n===Ss)return i.DEPTH_STENCIL;if(n===Qd)return i.RED;if(n===qc)return i.RED_INTEGER;if(n===qs)return i.RG;if(n===Yc)return i.RG_INTEGER;if(n===$c)return i.RGBA_INTEGER;if(n===ya||n===ba||n===Sa||n===Ma)if(o===Tt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ya)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===ba)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ma)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ya)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===ba)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Sa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ma)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Zc||n===Jc||n===Kc||n===jc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Zc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Jc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Kc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===jc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Qc||n===eh||n===th||n===nh||n===ih||n===wa||n===sh)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Qc||n===eh)return o===Tt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===th)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===nh)return r.COMPRESSED_R11_EAC;if(n===ih)return r.COMPRESSED_SIGNED_R11_EAC;if(n===wa)return r.COMPRESSED_RG11_EAC;if(n===sh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===rh||n===oh||n===ah||n===lh||n===ch||n===hh||n===uh||n===dh||n===fh||n===ph||n===mh||n===gh||n===vh||n===_h)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===rh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===oh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===ah)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===lh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===ch)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===hh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===uh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===dh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===fh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===ph)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===mh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===gh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===vh)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===_h)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===xh||n===yh||n===bh)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===xh)return o===Tt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===yh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===bh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Sh||n===Mh||n===Ea||n===wh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Sh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Mh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Ea)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===wh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===dr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var y1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,b1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,xf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new oa(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new hi({vertexShader:y1,fragmentShader:b1,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new On(new la(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},yf=class extends Ji{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,d=null,h=null,f=null,v=null,y=typeof XRWebGLBinding<"u",p=new xf,m={},b=t.getContextAttributes(),C=null,w=null,P=[],T=[],_=new pt,E=null,z=null,N=new qn;N.viewport=new $t;let L=new qn;L.viewport=new $t;let V=[N,L],G=new Bc,D=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let me=P[Q];return me===void 0&&(me=new so,P[Q]=me),me.getTargetRaySpace()},this.getControllerGrip=function(Q){let me=P[Q];return me===void 0&&(me=new so,P[Q]=me),me.getGripSpace()},this.getHand=function(Q){let me=P[Q];return me===void 0&&(me=new so,P[Q]=me),me.getHandSpace()};function Y(Q){let me=T.indexOf(Q.inputSource);if(me===-1)return;let _e=P[me];_e!==void 0&&(_e.update(Q.inputSource,Q.frame,c||o),_e.dispatchEvent({type:Q.type,data:Q.inputSource}))}function B(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",B),s.removeEventListener("inputsourceschange",le);for(let Q=0;Q<P.length;Q++){let me=T[Q];me!==null&&(T[Q]=null,P[Q].disconnect(me))}D=null,H=null,p.reset();for(let Q in m)delete m[Q];if(e.setRenderTarget(C),f=null,h=null,d=null,s=null,w=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(E),e.setSize(_.width,_.height,!1),z!==null){let Q=z.camera;Q.fov=z.fov,Q.zoom=z.zoom,Q.updateProjectionMatrix(),z=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&Ye("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&Ye("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return h!==null?h:f},this.getBinding=function(){return d===null&&y&&(d=new XRWebGLBinding(s,t)),d},this.getFrame=function(){return v},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(C=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",B),s.addEventListener("inputsourceschange",le),b.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let _e=null,Ae=null,Se=null;b.depth&&(Se=b.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,_e=b.stencil?Ss:xs,Ae=b.stencil?dr:Li);let Ge={colorFormat:t.RGBA8,depthFormat:Se,scaleFactor:r};d=this.getBinding(),h=d.createProjectionLayer(Ge),s.updateRenderState({layers:[h]}),e.setPixelRatio(1),e.setSize(h.textureWidth,h.textureHeight,!1),w=new ci(h.textureWidth,h.textureHeight,{format:Ui,type:jn,depthTexture:new ys(h.textureWidth,h.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,_e),stencilBuffer:b.stencil,colorSpace:e.outputColorSpace,samples:b.antialias?4:0,resolveDepthBuffer:h.ignoreDepthValues===!1,resolveStencilBuffer:h.ignoreDepthValues===!1,storeMultisampledDepthBuffer:h.ignoreDepthValues===!1,storeMultisampledStencilBuffer:h.ignoreDepthValues===!1})}else{let _e={antialias:b.antialias,alpha:!0,depth:b.depth,stencil:b.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,_e),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),w=new ci(f.framebufferWidth,f.framebufferHeight,{format:Ui,type:jn,colorSpace:e.outputColorSpace,stencilBuffer:b.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}w.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return p.getDepthTexture()};function le(Q){for(let me=0;me<Q.removed.length;me++){let _e=Q.removed[me],Ae=T.indexOf(_e);Ae>=0&&(T[Ae]=null,P[Ae].disconnect(_e))}for(let me=0;me<Q.added.length;me++){let _e=Q.added[me],Ae=T.indexOf(_e);if(Ae===-1){for(let Ge=0;Ge<P.length;Ge++)if(Ge>=T.length){T.push(_e),Ae=Ge;break}else if(T[Ge]===null){T[Ge]=_e,Ae=Ge;break}if(Ae===-1)break}let Se=P[Ae];Se&&Se.connect(_e)}}function $(Q,me){me===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(me.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let me=Q.near,_e=Q.far;p.texture!==null&&(p.depthNear>0&&(me=p.depthNear),p.depthFar>0&&(_e=p.depthFar)),G.near=L.near=N.near=me,G.far=L.far=N.far=_e,(D!==G.near||H!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),D=G.near,H=G.far),G.layers.mask=Q.layers.mask|6,N.layers.mask=G.layers.mask&-5,L.layers.mask=G.layers.mask&-3;let Ae=Q.parent,Se=G.cameras;$(G,Ae);for(let Ge=0;Ge<Se.length;Ge++)$(Se[Ge],Ae);G.projectionMatrix.copy(N.projectionMatrix),G.projectionMatrixInverse.copy(N.projectionMatrixInverse),z===null&&Q.isPerspectiveCamera&&(z={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,G,Ae)};function j(Q,me,_e){_e===null?Q.matrix.copy(me.matrixWorld):(Q.matrix.copy(_e.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(me.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(me.projectionMatrix),Q.projectionMatrixInverse.copy(me.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=mc*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(h===null&&f===null))return l},this.setFoveation=function(Q){l=Q,h!==null&&(h.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(G)},this.getCameraTexture=function(Q){return m[Q]};let ee=null;function de(Q,me){if(u=me.getViewerPose(c||o),v=me,u!==null){let _e=u.views;f!==null&&(e.setRenderTargetFramebuffer(w,f.framebuffer),e.setRenderTarget(w));let Ae=!1;_e.length!==G.cameras.length&&(G.cameras.length=0,Ae=!0);for(let He=0;He<_e.length;He++){let ht=_e[He],at=null;if(f!==null)at=f.getViewport(ht);else{let Xt=d.getViewSubImage(h,ht);at=Xt.viewport,He===0&&(e.setRenderTargetTextures(w,Xt.colorTexture,Xt.depthStencilTexture),e.setRenderTarget(w))}let tt=V[He];tt===void 0&&(tt=new qn,tt.layers.enable(He),tt.viewport=new $t,V[He]=tt),tt.matrix.fromArray(ht.transform.matrix),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.projectionMatrix.fromArray(ht.projectionMatrix),tt.projectionMatrixInverse.copy(tt.projectionMatrix).invert(),tt.viewport.set(at.x,at.y,at.width,at.height),He===0&&(G.matrix.copy(tt.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),Ae===!0&&G.cameras.push(tt)}let Se=s.enabledFeatures;if(Se&&Se.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){d=n.getBinding();let He=d.getDepthInformation(_e[0]);He&&He.isValid&&He.texture&&p.init(He,s.renderState)}if(Se&&Se.includes("camera-access")&&y){e.state.unbindTexture(),d=n.getBinding();for(let He=0;He<_e.length;He++){let ht=_e[He].camera;if(ht){let at=m[ht];at||(at=new oa,m[ht]=at);let tt=d.getCameraImage(ht);at.sourceTexture=tt}}}}for(let _e=0;_e<P.length;_e++){let Ae=T[_e],Se=P[_e];Ae!==null&&Se!==void 0&&Se.update(Ae,me,c||o)}ee&&ee(Q,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),v=null}let ue=new k0;ue.setAnimationLoop(de),this.setAnimationLoop=function(Q){ee=Q},this.dispose=function(){}}},S1=new Bt,Z0=new et;Z0.set(-1,0,0,0,1,0,0,0,1);function M1(i,e){function t(p,m){p.matrixAutoUpdate===!0&&p.updateMatrix(),m.value.copy(p.matrix)}function n(p,m){m.color.getRGB(p.fogColor.value,af(i)),m.isFog?(p.fogNear.value=m.near,p.fogFar.value=m.far):m.isFogExp2&&(p.fogDensity.value=m.density)}function s(p,m,b,C,w){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(p,m):m.isMeshLambertMaterial?(r(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(p,m),d(p,m)):m.isMeshPhongMaterial?(r(p,m),u(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(p,m),h(p,m),m.isMeshPhysicalMaterial&&f(p,m,w)):m.isMeshMatcapMaterial?(r(p,m),v(p,m)):m.isMeshDepthMaterial?r(p,m):m.isMeshDistanceMaterial?(r(p,m),y(p,m)):m.isMeshNormalMaterial?r(p,m):m.isLineBasicMaterial?(o(p,m),m.isLineDashedMaterial&&a(p,m)):m.isPointsMaterial?l(p,m,b,C):m.isSpriteMaterial?c(p,m):m.isShadowMaterial?(p.color.value.copy(m.color),p.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(p,m){p.opacity.value=m.opacity,m.color&&p.diffuse.value.copy(m.color),m.emissive&&p.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(p.map.value=m.map,t(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,t(m.alphaMap,p.alphaMapTransform)),m.bumpMap&&(p.bumpMap.value=m.bumpMap,t(m.bumpMap,p.bumpMapTransform),p.bumpScale.value=m.bumpScale,m.side===Yn&&(p.bumpScale.value*=-1)),m.normalMap&&(p.normalMap.value=m.normalMap,t(m.normalMap,p.normalMapTransform),p.normalScale.value.copy(m.normalScale),m.side===Yn&&p.normalScale.value.negate()),m.displacementMap&&(p.displacementMap.value=m.displacementMap,t(m.displacementMap,p.displacementMapTransform),p.displacementScale.value=m.displacementScale,p.displacementBias.value=m.displacementBias),m.emissiveMap&&(p.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,p.emissiveMapTransform)),m.specularMap&&(p.specularMap.value=m.specularMap,t(m.specularMap,p.specularMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest);let b=e.get(m),C=b.envMap,w=b.envMapRotation;C&&(p.envMap.value=C,p.envMapRotation.value.setFromMatrix4(S1.makeRotationFromEuler(w)).transpose(),C.isCubeTexture&&C.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(Z0),p.reflectivity.value=m.reflectivity,p.ior.value=m.ior,p.refractionRatio.value=m.refractionRatio),m.lightMap&&(p.lightMap.value=m.lightMap,p.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,p.lightMapTransform)),m.aoMap&&(p.aoMap.value=m.aoMap,p.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,p.aoMapTransform))}function o(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,m.map&&(p.map.value=m.map,t(m.map,p.mapTransform))}function a(p,m){p.dashSize.value=m.dashSize,p.totalSize.value=m.dashSize+m.gapSize,p.scale.value=m.scale}function l(p,m,b,C){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.size.value=m.size*b,p.scale.value=C*.5,m.map&&(p.map.value=m.map,t(m.map,p.uvTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,t(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function c(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.rotation.value=m.rotation,m.map&&(p.map.value=m.map,t(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,t(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function u(p,m){p.specular.value.copy(m.specular),p.shininess.value=Math.max(m.shininess,1e-4)}function d(p,m){m.gradientMap&&(p.gradientMap.value=m.gradientMap)}function h(p,m){p.metalness.value=m.metalness,m.metalnessMap&&(p.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,p.metalnessMapTransform)),p.roughness.value=m.roughness,m.roughnessMap&&(p.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,p.roughnessMapTransform)),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)}function f(p,m,b){p.ior.value=m.ior,m.diffuseRoughness>0&&(p.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(p.diffuseRoughnessMap.value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),m.sheen>0&&(p.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),p.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(p.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,p.sheenColorMapTransform)),m.sheenRoughnessMap&&(p.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,p.sheenRoughnessMapTransform))),m.clearcoat>0&&(p.clearcoat.value=m.clearcoat,p.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(p.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,p.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(p.clearcoatNormalMap.value=m.clearcoatNormalMap,t(m.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Yn&&p.clearcoatNormalScale.value.negate())),m.dispersion>0&&(p.dispersion.value=m.dispersion),m.retroreflectivity>0&&(p.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(p.iridescence.value=m.iridescence,p.iridescenceIOR.value=m.iridescenceIOR,p.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(p.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,p.iridescenceMapTransform)),m.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),m.transmission>0&&(p.transmission.value=m.transmission,p.transmissionSamplerMap.value=b.texture,p.transmissionSamplerSize.value.set(b.width,b.height),m.transmissionMap&&(p.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,p.transmissionMapTransform)),p.thickness.value=m.thickness,m.thicknessMap&&(p.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=m.attenuationDistance,p.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(p.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(p.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=m.specularIntensity,p.specularColor.value.copy(m.specularColor),m.specularColorMap&&(p.specularColorMap.value=m.specularColorMap,t(m.specularColorMap,p.specularColorMapTransform)),m.specularIntensityMap&&(p.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,p.specularIntensityMapTransform))}function v(p,m){m.matcap&&(p.matcap.value=m.matcap)}function y(p,m){let b=e.get(m).light;p.referencePosition.value.setFromMatrixPosition(b.matrixWorld),p.nearDistance.value=b.shadow.camera.near,p.farDistance.value=b.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function w1(i,e,t,n){let s={},r={};function o(b,C){let w=C.program;n.uniformBlockBinding(b,w,s[b.id])}function a(b,C){let w=s[b.id];w===void 0&&(v(b),w=l(b),s[b.id]=w,b.addEventListener("dispose",p));let P=C.program;n.updateUBOMapping(b,P);let T=e.render.frame;r[b.id]!==T&&(c(b),r[b.id]=T)}function l(b){let C=i.createBuffer(),w=b.__size,P=b.usage;return i.bindBuffer(i.UNIFORM_BUFFER,C),i.bufferData(i.UNIFORM_BUFFER,w,P),i.bindBuffer(i.UNIFORM_BUFFER,null),C}function c(b){let C=s[b.id],w=b.uniforms,P=b.__cache;i.bindBuffer(i.UNIFORM_BUFFER,C);for(let T=0,_=w.length;T<_;T++){let E=w[T];if(Array.isArray(E))for(let z=0,N=E.length;z<N;z++)u(E[z],T,z,P);else u(E,T,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function u(b,C,w,P){if(h(b,C,w,P)===!0){let T=b.__offset,_=b.value;if(Array.isArray(_)){let E=0;for(let z=0;z<_.length;z++){let N=_[z],L=y(N,!0);d(N,b.__data,E),E+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else d(_,b.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,b.__data)}}function d(b,C,w){typeof b=="number"||typeof b=="boolean"?C[w]=b:b.isMatrix3?(C[w]=b.elements[0],C[w+1]=b.elements[1],C[w+2]=b.elements[2],C[w+3]=0,C[w+4]=b.elements[3],C[w+5]=b.elements[4],C[w+6]=b.elements[5],C[w+7]=0,C[w+8]=b.elements[6],C[w+9]=b.elements[7],C[w+10]=b.elements[8],C[w+11]=0):ArrayBuffer.isView(b)?C.set(b.subarray(0,C.length-w),w):b.toArray(C,w)}function h(b,C,w,P){let T=b.value,_=C+"_"+w;if(Array.isArray(T)){P[_]===void 0&&(P[_]=[]);let E=P[_],z=!1;for(let N=0;N<T.length;N++)f(T[N],E,N)===!0&&(z=!0);return z}return f(T,P,_)}function f(b,C,w){if(C[w]===void 0)return typeof b=="number"||typeof b=="boolean"?C[w]=b:ArrayBuffer.isView(b)?C[w]=b.slice():C[w]=b.clone(),!0;{let P=C[w];if(typeof b=="number"||typeof b=="boolean"){if(P!==b)return C[w]=b,!0}else{if(ArrayBuffer.isView(b))return!0;if(P.equals(b)===!1)return P.copy(b),!0}}return!1}function v(b){let C=b.uniforms,w=0,P=16;for(let _=0,E=C.length;_<E;_++){let z=Array.isArray(C[_])?C[_]:[C[_]];for(let N=0,L=z.length;N<L;N++){let V=z[N],G=Array.isArray(V.value)?V.value:[V.value],D=Array.isArray(C[_])||Array.isArray(V.value),H=w;for(let B=0,le=G.length;B<le;B++){let $=G[B],j=y($,D),ee=w%P,de=ee%j.boundary,ue=ee+de;w+=de,ue!==0&&P-ue<j.storage&&(w+=P-ue),B===0&&(H=w),w+=j.storage}let Y=V.type==="int"?Int32Array:V.type==="uint"?Uint32Array:Float32Array;V.__data=new Y((w-H)/Float32Array.BYTES_PER_ELEMENT),V.__offset=H}}let T=w%P;return T>0&&(w+=P-T),b.__size=w,b.__cache={},this}function y(b,C){let w={boundary:0,storage:0};return typeof b=="number"||typeof b=="boolean"?(w.boundary=4,w.storage=4):b.isVector2?(w.boundary=8,w.storage=8):b.isVector3||b.isColor?(w.boundary=16,w.storage=12):b.isVector4?(w.boundary=16,w.storage=16):b.isMatrix3?(w.boundary=16,w.storage=48):b.isMatrix4?(w.boundary=16,w.storage=64):b.isTexture?Ye("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(b)?(w.boundary=16,w.storage=b.byteLength):Ye("WebGLRenderer: Unsupported uniform value type.",b),C===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function p(b){let C=b.target;C.removeEventListener("dispose",p),i.deleteBuffer(s[C.id]),delete s[C.id],delete r[C.id]}function m(){for(let b in s)i.deleteBuffer(s[b]);s={},r={}}return{bind:o,update:a,dispose:m}}var E1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ts=null;function T1(){return ts===null&&(ts=new ao(E1,16,16,qs,Ni),ts.name="DFG_LUT",ts.minFilter=Rn,ts.magFilter=Rn,ts.wrapS=Zi,ts.wrapT=Zi,ts.generateMipmaps=!1,ts.needsUpdate=!0),ts}var Rh=class{constructor(e={}){let{canvas:t=c0(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:h=!1,outputBufferType:f=jn}=e;this.isWebGLRenderer=!0;let v;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");v=n.getContextAttributes().alpha}else v=o;let y=f,p=new Set([$c,Yc,qc]),m=new Set([jn,Li,po,dr,Wc,Xc]),b=new Uint32Array(4),C=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},P=null,T=null,_=[],E=[],z=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=es,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let N=this,L=!1,V=null,G=null,D=null,H=null;this._outputColorSpace=Xn;let Y=0,B=0,le=null,$=-1,j=null,ee=new $t,de=new $t,ue=null,Q=new Ke(0),me=0,_e=t.width,Ae=t.height,Se=1,Ge=null,it=null,He=new $t(0,0,_e,Ae),ht=new $t(0,0,_e,Ae),at=!1,tt=new Hs,Xt=new xc,Ot=!1,rn=!1,Pt=new Bt,bn=new J,yt=new $t,mn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Jt=!1;function on(){return le===null?Se:1}let F=n;function Ce(M,O){return t.getContext(M,O)}let qe,st,Me,Lt,ze,Xe,A,x,W,he,oe,ve,xe,te,ie,pe,U,re,ne,we,ge,be,Ve;try{let M={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:d};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Oe,!1),t.addEventListener("webglcontextrestored",Je,!1),t.addEventListener("webglcontextcreationerror",Re,!1),F===null){let O="webgl2";if(F=Ce(O,M),F===null)throw Ce(O)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Ze()}catch(M){throw t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),Qe("WebGLRenderer: "+M.message),M}function Ze(){qe=new OM(F),qe.init(),ge=new x1(F,qe),st=new TM(F,qe,e,ge),Me=new v1(F,qe),st.reversedDepthBuffer&&h&&Me.buffers.depth.setReversed(!0),G=F.createFramebuffer(),D=F.createFramebuffer(),H=F.createFramebuffer(),Lt=new zM(F),ze=new i1,Xe=new _1(F,qe,Me,ze,st,ge,Lt),A=new FM(N),x=new Vy(F),be=new wM(F,x),W=new BM(F,x,Lt,be),he=new VM(F,W,x,be,Lt),re=new HM(F,st,Xe),ie=new AM(ze),oe=new n1(N,A,qe,st,be,ie),ve=new M1(N,ze),xe=new r1,te=new u1(qe),U=new MM(N,A,Me,he,v,l),pe=new g1(N,he,st),Ve=new w1(F,Lt,st,Me),ne=new EM(F,qe,Lt),we=new kM(F,qe,Lt),Lt.programs=oe.programs,N.capabilities=st,N.extensions=qe,N.properties=ze,N.renderLists=xe,N.shadowMap=pe,N.state=Me,N.info=Lt}y!==jn&&(z=new WM(y,t.width,t.height,a,s,r));let ce=new yf(N,F);this.xr=ce,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let M=qe.get("WEBGL_lose_context");M&&M.loseContext()},this.forceContextRestore=function(){let M=qe.get("WEBGL_lose_context");M&&M.restoreContext()},this.getPixelRatio=function(){return Se},this.setPixelRatio=function(M){M!==void 0&&(Se=M,this.setSize(_e,Ae,!1))},this.getSize=function(M){return M.set(_e,Ae)},this.setSize=function(M,O,K=!0){if(ce.isPresenting){Ye("WebGLRenderer: Can't change size while VR device is presenting.");return}_e=M,Ae=O,t.width=Math.floor(M*Se),t.height=Math.floor(O*Se),K===!0&&(t.style.width=M+"px",t.style.height=O+"px"),z!==null&&z.setSize(t.width,t.height),this.setViewport(0,0,M,O)},this.getDrawingBufferSize=function(M){return M.set(_e*Se,Ae*Se).floor()},this.setDrawingBufferSize=function(M,O,K){_e=M,Ae=O,Se=K,t.width=Math.floor(M*K),t.height=Math.floor(O*K),this.setViewport(0,0,M,O)},this.setEffects=function(M){if(y===jn){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(M){for(let O=0;O<M.length;O++)if(M[O].isOutputPass===!0){Ye("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}z.setEffects(M||[])},this.getCurrentViewport=function(M){return M.copy(ee)},this.getViewport=function(M){return M.copy(He)},this.setViewport=function(M,O,K,X){M.isVector4?He.set(M.x,M.y,M.z,M.w):He.set(M,O,K,X),Me.viewport(ee.copy(He).multiplyScalar(on()).round())},this.getScissor=function(M){return M.copy(ht)},this.setScissor=function(M,O,K,X){M.isVector4?ht.set(M.x,M.y,M.z,M.w):ht.set(M,O,K,X),Me.scissor(de.copy(ht).multiplyScalar(on()).round())},this.getScissorTest=function(){return at},this.setScissorTest=function(M){Me.setScissorTest(at=M)},this.setOpaqueSort=function(M){Ge=M},this.setTransparentSort=function(M){it=M},this.getClearColor=function(M){return M.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(M=!0,O=!0,K=!0){let X=0;if(M){let q=!1;if(le!==null){let Ee=le.texture.format;q=p.has(Ee)}if(q){let Ee=le.texture.type,Pe=m.has(Ee),Te=U.getClearColor(),Ie=U.getClearAlpha(),ke=Te.r,je=Te.g,ut=Te.b;Pe?(b[0]=ke,b[1]=je,b[2]=ut,b[3]=Ie,F.clearBufferuiv(F.COLOR,0,b)):(C[0]=ke,C[1]=je,C[2]=ut,C[3]=Ie,F.clearBufferiv(F.COLOR,0,C))}else X|=F.COLOR_BUFFER_BIT}O&&(X|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(X|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),X!==0&&F.clear(X)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(M){M.setRenderer(this),V=M},this.dispose=function(){t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),U.dispose(),xe.dispose(),te.dispose(),Xe.dispose(),ze.dispose(),A.dispose(),he.dispose(),W.dispose(),be.dispose(),Ve.dispose(),oe.dispose(),ce.dispose(),ce.removeEventListener("sessionstart",Fa),ce.removeEventListener("sessionend",Oi),is.stop()};function Oe(M){M.preventDefault(),rf("WebGLRenderer: Context Lost."),L=!0}function Je(){rf("WebGLRenderer: Context Restored."),L=!1;let M=Lt.autoReset,O=pe.enabled,K=pe.autoUpdate,X=pe.needsUpdate,q=pe.type;Ze(),Lt.autoReset=M,pe.enabled=O,pe.autoUpdate=K,pe.needsUpdate=X,pe.type=q}function Re(M){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",M.statusMessage)}function ot(M){let O=M.target;O.removeEventListener("dispose",ot),kt(O)}function kt(M){kn(M),ze.remove(M)}function kn(M){let O=ze.get(M).programs;O!==void 0&&(O.forEach(function(K){oe.releaseProgram(K)}),M.isShaderMaterial&&oe.releaseShaderCache(M))}this.renderBufferDirect=function(M,O,K,X,q,Ee){O===null&&(O=mn);let Pe=q.isMesh&&q.matrixWorld.determinantAffine()<0,Te=bo(M,O,K,X,q);Me.setMaterial(X,Pe);let Ie=K.index,ke=1;if(X.wireframe===!0){if(Ie=W.getWireframeAttribute(K),Ie===void 0)return;ke=2}let je=K.drawRange,ut=K.attributes.position,Be=je.start*ke,dt=(je.start+je.count)*ke;Ee!==null&&(Be=Math.max(Be,Ee.start*ke),dt=Math.min(dt,(Ee.start+Ee.count)*ke)),Ie!==null?(Be=Math.max(Be,0),dt=Math.min(dt,Ie.count)):ut!=null&&(Be=Math.max(Be,0),dt=Math.min(dt,ut.count));let Zt=dt-Be;if(Zt<0||Zt===1/0)return;be.setup(q,X,Te,K,Ie);let At,Rt=ne;if(Ie!==null&&(At=x.get(Ie),Rt=we,Rt.setIndex(At)),q.isMesh)X.wireframe===!0?(Me.setLineWidth(X.wireframeLinewidth*on()),Rt.setMode(F.LINES)):Rt.setMode(F.TRIANGLES);else if(q.isLine){let gn=X.linewidth;gn===void 0&&(gn=1),Me.setLineWidth(gn*on()),q.isLineSegments?Rt.setMode(F.LINES):q.isLineLoop?Rt.setMode(F.LINE_LOOP):Rt.setMode(F.LINE_STRIP)}else q.isPoints?Rt.setMode(F.POINTS):q.isSprite&&Rt.setMode(F.TRIANGLES);if(q.isBatchedMesh)if(qe.get("WEBGL_multi_draw"))Rt.renderMultiDraw(q._multiDrawStarts,q._multiDrawCounts,q._multiDrawCount);else{let gn=q._multiDrawStarts,Ue=q._multiDrawCounts,an=q._multiDrawCount,mt=Ie?x.get(Ie).bytesPerElement:1,rs=ze.get(X).currentProgram.getUniforms();for(let ln=0;ln<an;ln++)rs.setValue(F,"_gl_DrawID",ln),Rt.render(gn[ln]/mt,Ue[ln])}else if(q.isInstancedMesh)Rt.renderInstances(Be,Zt,q.count);else if(K.isInstancedBufferGeometry){let gn=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Ue=Math.min(K.instanceCount,gn);Rt.renderInstances(Be,Zt,Ue)}else Rt.render(Be,Zt)};function _o(M,O,K,X){V!==null&&M.isNodeMaterial&&V.setObject(X,M),Ot===!0&&ie.setState(M,K,!1),M.transparent===!0&&M.side===$n&&M.forceSinglePass===!1?(M.side=Yn,M.needsUpdate=!0,Bi(M,O,X),M.side=Xs,M.needsUpdate=!0,Bi(M,O,X),M.side=$n):Bi(M,O,X)}this.compile=function(M,O,K=null){K===null&&(K=M),V!==null&&V.renderStart(M,O,K),T=te.get(K),T.init(O),E.push(T),K.traverseVisible(function(q){q.isLight&&q.layers.test(O.layers)&&(T.pushLight(q),q.castShadow&&T.pushShadow(q))}),M!==K&&M.traverseVisible(function(q){q.isLight&&q.layers.test(O.layers)&&(T.pushLight(q),q.castShadow&&T.pushShadow(q))}),T.setupLights(),V!==null&&V.updateLights(T.state.lightsArray),rn=this.localClippingEnabled,Ot=ie.init(this.clippingPlanes,rn),Ot===!0&&ie.setGlobalState(this.clippingPlanes,O),V!==null&&pe.render(T.state.shadowsArray,K,O);let X=new Set;return M.traverse(function(q){if(!(q.isMesh||q.isPoints||q.isLine||q.isSprite))return;let Ee=q.material;if(Ee)if(Array.isArray(Ee))for(let Pe=0;Pe<Ee.length;Pe++){let Te=Ee[Pe];_o(Te,K,O,q),X.add(Te)}else _o(Ee,K,O,q),X.add(Ee)}),T=E.pop(),V!==null&&V.renderEnd(),X},this.compileAsync=function(M,O,K=null){let X=this.compile(M,O,K);return new Promise(q=>{function Ee(){if(X.forEach(function(Pe){let Ie=ze.get(Pe).currentProgram;(Ie===void 0||Ie.isReady())&&X.delete(Pe)}),X.size===0){q(M);return}setTimeout(Ee,10)}qe.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let pr=null;function Yh(M){pr&&pr(M)}function Fa(){is.stop()}function Oi(){is.start()}let is=new k0;is.setAnimationLoop(Yh),typeof self<"u"&&is.setContext(self),this.setAnimationLoop=function(M){pr=M,ce.setAnimationLoop(M),M===null?is.stop():is.start()},ce.addEventListener("sessionstart",Fa),ce.addEventListener("sessionend",Oi),this.render=function(M,O){if(O!==void 0&&O.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;V!==null&&V.renderStart(M,O);let K=ce.enabled===!0&&ce.isPresenting===!0,X=z!==null&&(le===null||K)&&z.begin(N,le);if(M.matrixWorldAutoUpdate===!0&&M.updateMatrixWorld(),O.parent===null&&O.matrixWorldAutoUpdate===!0&&O.updateMatrixWorld(),ce.enabled===!0&&ce.isPresenting===!0&&(z===null||z.isCompositing()===!1)&&(ce.cameraAutoUpdate===!0&&ce.updateCamera(O),O=ce.getCamera()),M.isScene===!0&&M.onBeforeRender(N,M,O,le),T=te.get(M,E.length),T.init(O),T.state.textureUnits=Xe.getTextureUnits(),E.push(T),Pt.multiplyMatrices(O.projectionMatrix,O.matrixWorldInverse),O.isArrayCamera?Xt.setFromArrayCamera(O):tt.setFromProjectionMatrix(Pt,xi,O.reversedDepth),rn=this.localClippingEnabled,Ot=ie.init(this.clippingPlanes,rn),P=xe.get(M,_.length),P.init(),_.push(P),this.info.render.frame++,ce.enabled===!0&&ce.isPresenting===!0){let Pe=N.xr.getDepthSensingMesh();Pe!==null&&ss(Pe,O,-1/0,N.sortObjects)}ss(M,O,0,N.sortObjects),P.finish(),V!==null&&V.updateLights(T.state.lightsArray),N.sortObjects===!0&&P.sort(Ge,it),Jt=ce.enabled===!1||ce.isPresenting===!1||ce.hasDepthSensing()===!1,Jt&&U.addToRenderList(P,M),this.info.autoReset===!0&&this.info.reset(),Ot===!0&&ie.beginShadows();let q=T.state.shadowsArray;if(pe.render(q,M,O),Ot===!0&&ie.endShadows(),(X&&z.hasRenderPass())===!1){let Pe=P.opaque,Te=P.transmissive;if(T.setupLights(),O.isArrayCamera){let Ie=O.cameras;if(Te.length>0)for(let ke=0,je=Ie.length;ke<je;ke++){let ut=Ie[ke];yi(Pe,Te,M,ut)}Jt&&U.render(M);for(let ke=0,je=Ie.length;ke<je;ke++){let ut=Ie[ke];xo(P,M,ut,ut.viewport)}}else Te.length>0&&yi(Pe,Te,M,O),Jt&&U.render(M),xo(P,M,O)}le!==null&&B===0&&(Xe.updateMultisampleRenderTarget(le),Xe.updateRenderTargetMipmap(le)),X&&z.end(N),M.isScene===!0&&M.onAfterRender(N,M,O),be.resetDefaultState(),$=-1,j=null,E.pop(),E.length>0?(T=E[E.length-1],Xe.setTextureUnits(T.state.textureUnits),Ot===!0&&ie.setGlobalState(N.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?P=_[_.length-1]:P=null,V!==null&&V.renderEnd()};function ss(M,O,K,X){if(M.visible===!1)return;if(M.layers.test(O.layers)){if(M.isGroup)K=M.renderOrder;else if(M.isLOD)M.autoUpdate===!0&&M.update(O);else if(M.isLight)T.pushLight(M),M.castShadow&&T.pushShadow(M);else if(M.isSprite){let Pe=O.isArrayCamera?Xt:tt;if(!M.frustumCulled||M.intersectsFrustum(Pe)){X&&yt.setFromMatrixPosition(M.matrixWorld).applyMatrix4(Pt);let Te=he.update(M),Ie=M.material;Ie.visible&&P.push(M,Te,Ie,K,yt.z,null,O)}}else if(M.isMesh||M.isLine||M.isPoints){let Pe=O.isArrayCamera?Xt:tt;if(!M.frustumCulled||M.intersectsFrustum(Pe)){let Te=he.update(M),Ie=M.material;if(X&&(M.boundingSphere!==void 0?(M.boundingSphere===null&&M.computeBoundingSphere(),yt.copy(M.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),yt.copy(Te.boundingSphere.center)),yt.applyMatrix4(M.matrixWorld).applyMatrix4(Pt)),Array.isArray(Ie)){let ke=Te.groups;for(let je=0,ut=ke.length;je<ut;je++){let Be=ke[je],dt=Ie[Be.materialIndex];dt&&dt.visible&&P.push(M,Te,dt,K,yt.z,Be,O)}}else Ie.visible&&P.push(M,Te,Ie,K,yt.z,null,O)}}}let Ee=M.children;for(let Pe=0,Te=Ee.length;Pe<Te;Pe++)ss(Ee[Pe],O,K,X)}function xo(M,O,K,X){let{opaque:q,transmissive:Ee,transparent:Pe}=M;T.setupLightsView(K),Ot===!0&&ie.setGlobalState(N.clippingPlanes,K),X&&Me.viewport(ee.copy(X)),q.length>0&&Kt(q,O,K),Ee.length>0&&Kt(Ee,O,K),Pe.length>0&&Kt(Pe,O,K),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function yi(M,O,K,X){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[X.id]===void 0){let Be=qe.has("EXT_color_buffer_half_float")||qe.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[X.id]=new ci(1,1,{generateMipmaps:!0,type:Be?Ni:jn,minFilter:bs,samples:Math.max(4,st.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_t.workingColorSpace})}let Ee=T.state.transmissionRenderTarget[X.id],Pe=X.viewport||ee;Ee.setSize(Pe.z*N.transmissionResolutionScale,Pe.w*N.transmissionResolutionScale);let Te=N.getRenderTarget(),Ie=N.getActiveCubeFace(),ke=N.getActiveMipmapLevel();N.setRenderTarget(Ee),N.getClearColor(Q),me=N.getClearAlpha(),me<1&&N.setClearColor(16777215,.5),N.clear(),Jt&&U.render(K);let je=N.toneMapping;N.toneMapping=es;let ut=X.viewport;if(X.viewport!==void 0&&(X.viewport=void 0),T.setupLightsView(X),Ot===!0&&ie.setGlobalState(N.clippingPlanes,X),Kt(M,K,X),Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee),qe.has("WEBGL_multisampled_render_to_texture")===!1){let Be=!1;for(let dt=0,Zt=O.length;dt<Zt;dt++){let At=O[dt],{object:Rt,geometry:gn,material:Ue,group:an}=At;if(Ue.side===$n&&Rt.layers.test(X.layers)){let mt=Ue.side;Ue.side=Yn,Ue.needsUpdate=!0,nn(Rt,K,X,gn,Ue,an),Ue.side=mt,Ue.needsUpdate=!0,Be=!0}}Be===!0&&(Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee))}N.setRenderTarget(Te,Ie,ke),N.setClearColor(Q,me),ut!==void 0&&(X.viewport=ut),N.toneMapping=je}function Kt(M,O,K){let X=O.isScene===!0?O.overrideMaterial:null;for(let q=0,Ee=M.length;q<Ee;q++){let Pe=M[q],{object:Te,geometry:Ie,group:ke}=Pe,je=Pe.material;je.allowOverride===!0&&X!==null&&(je=X),Te.layers.test(K.layers)&&nn(Te,O,K,Ie,je,ke)}}function nn(M,O,K,X,q,Ee){V!==null&&q.isNodeMaterial&&V.setObject(M,q),M.onBeforeRender(N,O,K,X,q,Ee),M.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,M.matrixWorld),M.normalMatrix.getNormalMatrix(M.modelViewMatrix),q.onBeforeRender(N,O,K,X,M,Ee),q.transparent===!0&&q.side===$n&&q.forceSinglePass===!1?(q.side=Yn,q.needsUpdate=!0,N.renderBufferDirect(K,O,X,q,M,Ee),q.side=Xs,q.needsUpdate=!0,N.renderBufferDirect(K,O,X,q,M,Ee),q.side=$n):N.renderBufferDirect(K,O,X,q,M,Ee),M.onAfterRender(N,O,K,X,q,Ee)}function sn(M){let O=0;for(let K of M)K.texture!==null&&O++;return O}function Bi(M,O,K){O.isScene!==!0&&(O=mn);let X=ze.get(M),q=T.state.lights,Ee=T.state.shadowsArray,Pe=q.state.version,Te=oe.getParameters(M,q.state,Ee,O,K,T.state.lightProbeGridArray),Ie=oe.getProgramCacheKey(Te),ke=X.programs;X.environment=M.isMeshStandardMaterial||M.isMeshLambertMaterial||M.isMeshPhongMaterial?O.environment:null,X.fog=O.fog;let je=M.isMeshStandardMaterial||M.isMeshLambertMaterial&&!M.envMap||M.isMeshPhongMaterial&&!M.envMap;X.envMap=A.get(M.envMap||X.environment,je),X.envMapRotation=X.environment!==null&&M.envMap===null?O.environmentRotation:M.envMapRotation,ke===void 0&&(M.addEventListener("dispose",ot),ke=new Map,X.programs=ke,X.programVariants=new Map);let ut=ke.get(Ie);if(ut!==void 0){if(X.currentProgram===ut&&X.lightsStateVersion===Pe)return yo(M,Te),ut}else Te.uniforms=oe.getUniforms(M),V!==null&&M.isNodeMaterial&&V.build(M,K,Te),M.onBeforeCompile(Te,N),ut=oe.acquireProgram(Te,Ie),ke.set(Ie,ut),X.uniforms=Te.uniforms;let Be=X.uniforms;return(!M.isShaderMaterial&&!M.isRawShaderMaterial||M.clipping===!0)&&(Be.clippingPlanes=ie.uniform),yo(M,Te),X.needsLights=Ts(M),X.lightsStateVersion=Pe,X.needsLights&&(Be.ambientLightColor.value=q.state.ambient,Be.lightProbe.value=q.state.probe,Be.sunLights.value=q.state.sun,Be.sunLightShadows.value=q.state.sunShadow,Be.directionalLights.value=q.state.directional,Be.directionalLightShadows.value=q.state.directionalShadow,Be.spotLights.value=q.state.spot,Be.spotLightShadows.value=q.state.spotShadow,Be.rectAreaLights.value=q.state.rectArea,Be.ltc_1.value=q.state.rectAreaLTC1,Be.ltc_2.value=q.state.rectAreaLTC2,Be.pointLights.value=q.state.point,Be.pointLightShadows.value=q.state.pointShadow,Be.hemisphereLights.value=q.state.hemi,Be.sunShadowMatrix.value=q.state.sunShadowMatrix,Be.sunShadowCascade.value=q.state.sunShadowCascade,Be.directionalShadowMatrix.value=q.state.directionalShadowMatrix,Be.spotLightMatrix.value=q.state.spotLightMatrix,Be.spotLightMap.value=q.state.spotLightMap,Be.pointShadowMatrix.value=q.state.pointShadowMatrix),X.numLightProbeGrids=sn(T.state.lightProbeGridArray),X.currentProgram=ut,X.uniformsList=null,ut}function Qn(M,O,K,X,q){let Ee=ze.get(M),Pe=Ee.currentProgram.id+","+X+","+q,Te=Ee.programVariants.get(Pe);return Te===void 0?(Te=Bi(M,O,K),Ee.programVariants.set(Pe,Te)):(Ee.currentProgram=Te,Ee.uniformsList=null,Ee.outputColorSpace=X,Ee.toneMapping=q),Te}function Es(M){if(M.uniformsList===null){let O=M.currentProgram.getUniforms();M.uniformsList=mo.seqWithValue(O.seq,M.uniforms)}return M.uniformsList}function yo(M,O){let K=ze.get(M);K.outputColorSpace=O.outputColorSpace,K.batching=O.batching,K.batchingColor=O.batchingColor,K.instancing=O.instancing,K.instancingColor=O.instancingColor,K.instancingMorph=O.instancingMorph,K.skinning=O.skinning,K.morphTargets=O.morphTargets,K.morphNormals=O.morphNormals,K.morphColors=O.morphColors,K.morphTargetsCount=O.morphTargetsCount,K.numClippingPlanes=O.numClippingPlanes,K.numIntersection=O.numClipIntersection,K.vertexAlphas=O.vertexAlphas,K.vertexTangents=O.vertexTangents,K.toneMapping=O.toneMapping}function bo(M,O,K,X,q){O.isScene!==!0&&(O=mn),Xe.resetTextureUnits();let Ee=O.fog,Pe=X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial?O.environment:null,Te=le===null?N.outputColorSpace:le.isXRRenderTarget===!0?le.texture.colorSpace:_t.workingColorSpace,Ie=X.isMeshStandardMaterial||X.isMeshLambertMaterial&&!X.envMap||X.isMeshPhongMaterial&&!X.envMap,ke=A.get(X.envMap||Pe,Ie),je=X.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,ut=!!K.attributes.tangent&&(!!X.normalMap||X.anisotropy>0),Be=!!K.morphAttributes.position,dt=!!K.morphAttributes.normal,Zt=!!K.morphAttributes.color,At=es;X.toneMapped&&(le===null||le.isXRRenderTarget===!0)&&(At=N.toneMapping);let Rt=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,gn=Rt!==void 0?Rt.length:0,Ue=ze.get(X),an=T.state.lights;if(Ot===!0&&(rn===!0||M!==j)){let Ct=M===j&&X.id===$;ie.setState(X,M,Ct)}let mt=!1,rs=!1;X.version===Ue.__version?Ue.needsLights&&Ue.lightsStateVersion!==an.state.version||q.isBatchedMesh&&Ue.batching===!1||!q.isBatchedMesh&&Ue.batching===!0||q.isBatchedMesh&&Ue.batchingColor===!0&&q._colorsTexture===null||q.isBatchedMesh&&Ue.batchingColor===!1&&q._colorsTexture!==null||q.isInstancedMesh&&Ue.instancing===!1||!q.isInstancedMesh&&Ue.instancing===!0||q.isSkinnedMesh&&Ue.skinning===!1||!q.isSkinnedMesh&&Ue.skinning===!0||q.isInstancedMesh&&Ue.instancingColor===!0&&q.instanceColor===null||q.isInstancedMesh&&Ue.instancingColor===!1&&q.instanceColor!==null||q.isInstancedMesh&&Ue.instancingMorph===!0&&q.morphTexture===null||q.isInstancedMesh&&Ue.instancingMorph===!1&&q.morphTexture!==null||Ue.envMap!==ke||X.fog===!0&&Ue.fog!==Ee||Ue.numClippingPlanes!==void 0&&(Ue.numClippingPlanes!==ie.numPlanes||Ue.numIntersection!==ie.numIntersection)||Ue.vertexAlphas!==je||Ue.vertexTangents!==ut||Ue.morphTargets!==Be||Ue.morphNormals!==dt||Ue.morphColors!==Zt||Ue.morphTargetsCount!==gn||Ue.numLightProbeGrids!==sn(T.state.lightProbeGridArray)?mt=!0:(Ue.outputColorSpace!==Te||Ue.toneMapping!==At)&&(rs=!0):(mt=!0,Ue.__version=X.version);let ln=Ue.currentProgram;(mt===!0||rs===!0)&&(ln=rs===!0?Qn(X,O,q,Te,At):Bi(X,O,q),V&&X.isNodeMaterial&&V.onUpdateProgram(X,ln,Ue));let vr=!1,ki=!1,os=!1,lt=ln.getUniforms(),jt=Ue.uniforms;if(Me.useProgram(ln.program)&&(vr=!0,ki=!0,os=!0),X.id!==$&&($=X.id,ki=!0),vr||j!==M){Me.buffers.depth.getReversed()&&M.reversedDepth!==!0&&(M._reversedDepth=!0,M.updateProjectionMatrix()),lt.setValue(F,"projectionMatrix",M.projectionMatrix),lt.setValue(F,"viewMatrix",M.matrixWorldInverse);let cn=lt.map.cameraPosition;cn!==void 0&&cn.setValue(F,bn.setFromMatrixPosition(M.matrixWorld)),st.logarithmicDepthBuffer&&lt.setValue(F,"logDepthBufFC",2/(Math.log(M.far+1)/Math.LN2)),(X.isMeshPhongMaterial||X.isMeshToonMaterial||X.isMeshLambertMaterial||X.isMeshBasicMaterial||X.isMeshStandardMaterial||X.isShaderMaterial)&&lt.setValue(F,"isOrthographic",M.isOrthographicCamera===!0),j!==M&&(j=M,ki=!0,os=!0)}if(Ue.needsLights&&(an.state.sunShadowMap.length>0&&lt.setValue(F,"sunShadowMap",an.state.sunShadowMap,Xe),an.state.directionalShadowMap.length>0&&lt.setValue(F,"directionalShadowMap",an.state.directionalShadowMap,Xe),an.state.spotShadowMap.length>0&&lt.setValue(F,"spotShadowMap",an.state.spotShadowMap,Xe),an.state.pointShadowMap.length>0&&lt.setValue(F,"pointShadowMap",an.state.pointShadowMap,Xe)),q.isSkinnedMesh){lt.setOptional(F,q,"bindMatrix"),lt.setOptional(F,q,"bindMatrixInverse");let Ct=q.skeleton;Ct&&(Ct.boneTexture===null&&Ct.computeBoneTexture(),lt.setValue(F,"boneTexture",Ct.boneTexture,Xe))}q.isBatchedMesh&&(lt.setOptional(F,q,"batchingTexture"),lt.setValue(F,"batchingTexture",q._matricesTexture,Xe),lt.setOptional(F,q,"batchingIdTexture"),lt.setValue(F,"batchingIdTexture",q._indirectTexture,Xe),lt.setOptional(F,q,"batchingColorTexture"),q._colorsTexture!==null&&lt.setValue(F,"batchingColorTexture",q._colorsTexture,Xe));let zn=K.morphAttributes;if((zn.position!==void 0||zn.normal!==void 0||zn.color!==void 0)&&re.update(q,K,ln),(ki||Ue.receiveShadow!==q.receiveShadow)&&(Ue.receiveShadow=q.receiveShadow,lt.setValue(F,"receiveShadow",q.receiveShadow)),(X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial)&&X.envMap===null&&O.environment!==null&&(jt.envMapIntensity.value=O.environmentIntensity),jt.dfgLUT!==void 0&&(jt.dfgLUT.value=T1()),ki){if(lt.setValue(F,"toneMappingExposure",N.toneMappingExposure),Ue.needsLights&&mr(jt,os),Ee&&X.fog===!0&&ve.refreshFogUniforms(jt,Ee),ve.refreshMaterialUniforms(jt,X,Se,Ae,T.state.transmissionRenderTarget[M.id]),Ue.needsLights&&Ue.numLightProbeGrids>0){let Ct=w,cn=0;for(let Dn of T.state.lightProbeGridArray)Dn.texture!==null&&(Ct.textures[cn]=Dn.texture,Ct.min[cn]=Dn.boundingBox.min,Ct.max[cn]=Dn.boundingBox.max,Ct.resolution[cn]=Dn.resolution,cn++);for(let Dn in Ct)Ct[Dn].length=cn;jt.probesSH.value=Ct.textures,jt.probesMin.value=Ct.min,jt.probesMax.value=Ct.max,jt.probesResolution.value=Ct.resolution}mo.upload(F,Es(Ue),jt,Xe)}if(X.isShaderMaterial&&X.uniformsNeedUpdate===!0&&(mo.upload(F,Es(Ue),jt,Xe),X.uniformsNeedUpdate=!1),X.isSpriteMaterial&&lt.setValue(F,"center",q.center),lt.setValue(F,"modelViewMatrix",q.modelViewMatrix),lt.setValue(F,"normalMatrix",q.normalMatrix),lt.setValue(F,"modelMatrix",q.matrixWorld),X.uniformsGroups!==void 0){let Ct=X.uniformsGroups;for(let cn=0,Dn=Ct.length;cn<Dn;cn++){let Oa=Ct[cn];Ve.update(Oa,ln),Ve.bind(Oa,ln)}}return ln}function mr(M,O){M.ambientLightColor.needsUpdate=O,M.lightProbe.needsUpdate=O,M.sunLights.needsUpdate=O,M.sunLightShadows.needsUpdate=O,M.directionalLights.needsUpdate=O,M.directionalLightShadows.needsUpdate=O,M.pointLights.needsUpdate=O,M.pointLightShadows.needsUpdate=O,M.spotLights.needsUpdate=O,M.spotLightShadows.needsUpdate=O,M.rectAreaLights.needsUpdate=O,M.hemisphereLights.needsUpdate=O}function Ts(M){return M.isMeshLambertMaterial||M.isMeshToonMaterial||M.isMeshPhongMaterial||M.isMeshStandardMaterial||M.isShadowMaterial||M.isShaderMaterial&&M.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return B},this.getRenderTarget=function(){return le},this.setRenderTargetTextures=function(M,O,K){let X=ze.get(M);X.__autoAllocateDepthBuffer=M.resolveDepthBuffer===!1,X.__autoAllocateDepthBuffer===!1&&(X.__useRenderToTexture=!1),ze.get(M.texture).__webglTexture=O,ze.get(M.depthTexture).__webglTexture=X.__autoAllocateDepthBuffer?void 0:K,X.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(M,O){let K=ze.get(M);K.__webglFramebuffer=O,K.__useDefaultFramebuffer=O===void 0},this.setRenderTarget=function(M,O=0,K=0){le=M,Y=O,B=K;let X=null,q=!1,Ee=!1;if(M){let Te=ze.get(M);if(Te.__useDefaultFramebuffer!==void 0){Me.bindFramebuffer(F.FRAMEBUFFER,Te.__webglFramebuffer),ee.copy(M.viewport),de.copy(M.scissor),ue=M.scissorTest,Me.viewport(ee),Me.scissor(de),Me.setScissorTest(ue),$=-1;return}else if(Te.__webglFramebuffer===void 0)Xe.setupRenderTarget(M);else if(Te.__hasExternalTextures)Xe.rebindTextures(M,ze.get(M.texture).__webglTexture,ze.get(M.depthTexture).__webglTexture);else if(M.depthBuffer){let je=M.depthTexture;if(Te.__boundDepthTexture!==je){if(je!==null&&ze.has(je)&&(M.width!==je.image.width||M.height!==je.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xe.setupDepthRenderbuffer(M)}}let Ie=M.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ee=!0);let ke=ze.get(M).__webglFramebuffer;M.isWebGLCubeRenderTarget?(Array.isArray(ke[O])?X=ke[O][K]:X=ke[O],q=!0):M.samples>0&&Xe.useMultisampledRTT(M)===!1?X=ze.get(M).__webglMultisampledFramebuffer:Array.isArray(ke)?X=ke[K]:X=ke,ee.copy(M.viewport),de.copy(M.scissor),ue=M.scissorTest}else ee.copy(He).multiplyScalar(Se).floor(),de.copy(ht).multiplyScalar(Se).floor(),ue=at;if(K!==0&&(X=G),Me.bindFramebuffer(F.FRAMEBUFFER,X)&&Me.drawBuffers(M,X),Me.viewport(ee),Me.scissor(de),Me.setScissorTest(ue),q){let Te=ze.get(M.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+O,Te.__webglTexture,K)}else if(Ee){let Te=O;for(let Ie=0;Ie<M.textures.length;Ie++){let ke=ze.get(M.textures[Ie]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ie,ke.__webglTexture,K,Te)}}else if(M!==null&&K!==0){let Te=ze.get(M.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Te.__webglTexture,K)}$=-1};function gr(M){let O=ze.get(M);return(O.__readFormat!==M.format||O.__readType!==M.type)&&(O.__readFormat=M.format,O.__readType=M.type,O.__formatReadable=st.textureFormatReadable(M.format),O.__typeReadable=st.textureTypeReadable(M.type)),O}this.readRenderTargetPixels=function(M,O,K,X,q,Ee,Pe,Te=0){if(!(M&&M.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=ze.get(M).__webglFramebuffer;if(M.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){Me.bindFramebuffer(F.FRAMEBUFFER,Ie);try{let ke=M.textures[Te],je=ke.format,ut=ke.type;M.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Te);let Be=gr(ke);if(Be.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Be.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}O>=0&&O<=M.width-X&&K>=0&&K<=M.height-q&&F.readPixels(O,K,X,q,ge.convert(je),ge.convert(ut),Ee)}finally{let ke=le!==null?ze.get(le).__webglFramebuffer:null;Me.bindFramebuffer(F.FRAMEBUFFER,ke)}}},this.readRenderTargetPixelsAsync=async function(M,O,K,X,q,Ee,Pe,Te=0){if(!(M&&M.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=ze.get(M).__webglFramebuffer;if(M.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(O>=0&&O<=M.width-X&&K>=0&&K<=M.height-q){Me.bindFramebuffer(F.FRAMEBUFFER,Ie);let ke=M.textures[Te],je=ke.format,ut=ke.type;M.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Te);let Be=gr(ke);if(Be.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Be.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let dt=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,dt),F.bufferData(F.PIXEL_PACK_BUFFER,Ee.byteLength,F.STREAM_READ),F.readPixels(O,K,X,q,ge.convert(je),ge.convert(ut),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let Zt=le!==null?ze.get(le).__webglFramebuffer:null;Me.bindFramebuffer(F.FRAMEBUFFER,Zt);let At=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await u0(F,At,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,dt),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Ee),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(dt),F.deleteSync(At),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(M,O=null,K=0){let X=Math.pow(2,-K),q=Math.floor(M.image.width*X),Ee=Math.floor(M.image.height*X),Pe=O!==null?O.x:0,Te=O!==null?O.y:0;Xe.setTexture2D(M,0),F.copyTexSubImage2D(F.TEXTURE_2D,K,0,0,Pe,Te,q,Ee),Me.unbindTexture()},this.copyTextureToTexture=function(M,O,K=null,X=null,q=0,Ee=0){let Pe,Te,Ie,ke,je,ut,Be,dt,Zt,At=M.isCompressedTexture?M.mipmaps[Ee]:M.image;if(K!==null)Pe=K.max.x-K.min.x,Te=K.max.y-K.min.y,Ie=K.isBox3?K.max.z-K.min.z:1,ke=K.min.x,je=K.min.y,ut=K.isBox3?K.min.z:0;else{let lt=Math.pow(2,-q);Pe=Math.floor(At.width*lt),Te=Math.floor(At.height*lt),M.isDataArrayTexture?Ie=At.depth:M.isData3DTexture?Ie=Math.floor(At.depth*lt):Ie=1,ke=0,je=0,ut=0}X!==null?(Be=X.x,dt=X.y,Zt=X.z):(Be=0,dt=0,Zt=0);let Rt=ge.convert(O.format),gn=ge.convert(O.type),Ue;O.isData3DTexture?(Xe.setTexture3D(O,0),Ue=F.TEXTURE_3D):O.isDataArrayTexture||O.isCompressedArrayTexture?(Xe.setTexture2DArray(O,0),Ue=F.TEXTURE_2D_ARRAY):(Xe.setTexture2D(O,0),Ue=F.TEXTURE_2D),Me.activeTexture(F.TEXTURE0),Me.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,O.flipY),Me.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,O.premultiplyAlpha),Me.pixelStorei(F.UNPACK_ALIGNMENT,O.unpackAlignment);let an=Me.getParameter(F.UNPACK_ROW_LENGTH),mt=Me.getParameter(F.UNPACK_IMAGE_HEIGHT),rs=Me.getParameter(F.UNPACK_SKIP_PIXELS),ln=Me.getParameter(F.UNPACK_SKIP_ROWS),vr=Me.getParameter(F.UNPACK_SKIP_IMAGES);Me.pixelStorei(F.UNPACK_ROW_LENGTH,At.width),Me.pixelStorei(F.UNPACK_IMAGE_HEIGHT,At.height),Me.pixelStorei(F.UNPACK_SKIP_PIXELS,ke),Me.pixelStorei(F.UNPACK_SKIP_ROWS,je),Me.pixelStorei(F.UNPACK_SKIP_IMAGES,ut);let ki=M.isDataArrayTexture||M.isData3DTexture,os=O.isDataArrayTexture||O.isData3DTexture;if(M.isDepthTexture){let lt=ze.get(M),jt=ze.get(O),zn=ze.get(lt.__renderTarget),Ct=ze.get(jt.__renderTarget);Me.bindFramebuffer(F.READ_FRAMEBUFFER,zn.__webglFramebuffer),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ct.__webglFramebuffer);for(let cn=0;cn<Ie;cn++)ki&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ze.get(M).__webglTexture,q,ut+cn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ze.get(O).__webglTexture,Ee,Zt+cn)),F.blitFramebuffer(ke,je,ke+Pe,je+Te,Be,dt,Be+Pe,dt+Te,F.DEPTH_BUFFER_BIT,F.NEAREST);Me.bindFramebuffer(F.READ_FRAMEBUFFER,null),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(q!==0||M.isRenderTargetTexture||ze.has(M)){let lt=ze.get(M),jt=ze.get(O);Me.bindFramebuffer(F.READ_FRAMEBUFFER,D),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let zn=0;zn<Ie;zn++)ki?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,lt.__webglTexture,q,ut+zn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,lt.__webglTexture,q),os?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,jt.__webglTexture,Ee,Zt+zn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,jt.__webglTexture,Ee),q!==0?F.blitFramebuffer(ke,je,ke+Pe,je+Te,Be,dt,Be+Pe,dt+Te,F.COLOR_BUFFER_BIT,F.NEAREST):os?F.copyTexSubImage3D(Ue,Ee,Be,dt,Zt+zn,ke,je,Pe,Te):F.copyTexSubImage2D(Ue,Ee,Be,dt,ke,je,Pe,Te);Me.bindFramebuffer(F.READ_FRAMEBUFFER,null),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else os?M.isDataTexture||M.isData3DTexture?F.texSubImage3D(Ue,Ee,Be,dt,Zt,Pe,Te,Ie,Rt,gn,At.data):O.isCompressedArrayTexture?F.compressedTexSubImage3D(Ue,Ee,Be,dt,Zt,Pe,Te,Ie,Rt,At.data):F.texSubImage3D(Ue,Ee,Be,dt,Zt,Pe,Te,Ie,Rt,gn,At):M.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Ee,Be,dt,Pe,Te,Rt,gn,At.data):M.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Ee,Be,dt,At.width,At.height,Rt,At.data):F.texSubImage2D(F.TEXTURE_2D,Ee,Be,dt,Pe,Te,Rt,gn,At);Me.pixelStorei(F.UNPACK_ROW_LENGTH,an),Me.pixelStorei(F.UNPACK_IMAGE_HEIGHT,mt),Me.pixelStorei(F.UNPACK_SKIP_PIXELS,rs),Me.pixelStorei(F.UNPACK_SKIP_ROWS,ln),Me.pixelStorei(F.UNPACK_SKIP_IMAGES,vr),Ee===0&&O.generateMipmaps===!0&&O.mipmapsAutoUpdate===!0&&F.generateMipmap(Ue),Me.unbindTexture()},this.initRenderTarget=function(M){ze.get(M).__webglFramebuffer===void 0&&Xe.setupRenderTarget(M)},this.initTexture=function(M){M.isCubeTexture?Xe.setTextureCube(M,0):M.isData3DTexture?Xe.setTexture3D(M,0):M.isDataArrayTexture||M.isCompressedArrayTexture?Xe.setTexture2DArray(M,0):Xe.setTexture2D(M,0),Me.unbindTexture()},this.resetState=function(){Y=0,B=0,le=null,Me.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return xi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=_t._getDrawingBufferColorSpace(e),t.unpackColorSpace=_t._getUnpackColorSpace()}};var Ih=256;function J0(){let i=new ao(lp(Ih),Ih,1);i.colorSpace=Xn,i.magFilter=Rn,i.minFilter=Rn,i.needsUpdate=!0;let[e,t,n]=du;return{ramp:{value:i},rangeLow:{value:0},rangeHigh:{value:1},sliced:{value:0},cutColour:{value:new Ke(12105912)},unknownColour:{value:new Ke(e<<16|t<<8|n)},pixelsPerUnit:{value:1e3},pixelRatio:{value:1},gridStep:{value:1}}}var bf=`
uniform sampler2D ramp;
uniform float rangeLow;
uniform float rangeHigh;
uniform float useField;
uniform vec3 unknownColour;
varying float vField;
vec3 fieldColour(vec3 otherwise) {
  if (useField < 0.5) return otherwise;
  // A triangle with one unknown corner is unknown all over: its share of so low a number is low everywhere.
  if (vField < ${(Xa*1e-10).toExponential(1)}) return unknownColour;
  float t = rangeHigh > rangeLow ? clamp((vField - rangeLow) / (rangeHigh - rangeLow), 0.0, 1.0) : 0.0;
  // Half a texel from each end, so that the ends of the scale are its end colours.
  return texture2D(ramp, vec2((t * ${(Ih-1).toFixed(1)} + 0.5) / ${Ih.toFixed(1)}, 0.5)).rgb;
}
`,A1=`
if (sliced > 0.5 && closed > 0.5 && !gl_FrontFacing) {
  float stripe = step(0.8, fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0));
  gl_FragColor = vec4(cutColour * (1.0 - 0.45 * stripe), 1.0);
}
`;function Lh(i,e,t){let n={useField:{value:0},closed:{value:0}};return i.onBeforeCompile=s=>{Object.assign(s.uniforms,e,n),s.vertexShader=`attribute float field;
varying float vField;
${s.vertexShader}`.replace("#include <begin_vertex>",`#include <begin_vertex>
vField = field;`);let r=`uniform float sliced;
uniform float closed;
uniform vec3 cutColour;
`;s.fragmentShader=`${bf}${t?r:""}${s.fragmentShader}`.replace("#include <color_fragment>",`#include <color_fragment>
diffuseColor.rgb = fieldColour(diffuseColor.rgb);`),t&&(s.fragmentShader=s.fragmentShader.replace("#include <opaque_fragment>",`#include <opaque_fragment>
${A1}`))},i.customProgramCacheKey=()=>`field-${t}`,n}var R1=`
uniform float pixelsPerUnit;
uniform float pixelRatio;
uniform float fixedSize;
attribute float radius;
attribute float field;
varying float vField;
#include <common>
#include <clipping_planes_pars_vertex>
void main() {
  vField = field;
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  // Marks of fixed size lie on surfaces: drawn a little nearer, at the same place of the screen.
  if (fixedSize > 0.0) mvPosition.xyz *= 0.99;
  gl_Position = projectionMatrix * mvPosition;
  gl_PointSize = fixedSize > 0.0 ? fixedSize * pixelRatio : max(2.0, 2.0 * radius * pixelsPerUnit / max(-mvPosition.z, 1e-6));
  #include <clipping_planes_vertex>
}
`,C1=`
uniform vec3 colour;
#include <common>
#include <clipping_planes_pars_fragment>
${bf}
void main() {
  #include <clipping_planes_fragment>
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float outside = dot(p, p);
  if (outside > 1.0) discard;
  float light = 0.55 + 0.45 * dot(vec3(p.x, -p.y, sqrt(1.0 - outside)), normalize(vec3(-0.4, 0.6, 0.7)));
  gl_FragColor = vec4(fieldColour(colour) * light, 1.0);
  #include <colorspace_fragment>
}
`;function K0(i,e){let t={useField:{value:0},closed:{value:0}};return[new hi({vertexShader:R1,fragmentShader:C1,clipping:!0,uniforms:{...i,...t,colour:{value:new Ke(e)},fixedSize:{value:0}}}),t]}var P1=`
attribute vec3 centre;
attribute vec3 facing;
attribute float radius;
attribute float field;
varying float vField;
varying vec3 vNormal;
#include <common>
#include <clipping_planes_pars_vertex>
void main() {
  vField = field;
  vec4 mvPosition = modelViewMatrix * vec4(centre, 1.0);
  // A disc without a normal is a ball: it looks at whoever looks at it.
  vec3 n = dot(facing, facing) > 0.0 ? normalize(normalMatrix * facing) : normalize(-mvPosition.xyz);
  vec3 u = normalize(cross(abs(n.x) < 0.7 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0), n));
  mvPosition.xyz += radius * (position.x * u + position.y * cross(n, u));
  vNormal = n;
  gl_Position = projectionMatrix * mvPosition;
  #include <clipping_planes_vertex>
}
`,I1=`
uniform vec3 colour;
varying vec3 vNormal;
#include <common>
#include <clipping_planes_pars_fragment>
${bf}
void main() {
  #include <clipping_planes_fragment>
  vec3 n = gl_FrontFacing ? vNormal : -vNormal;
  float light = 0.55 + 0.45 * max(0.0, dot(normalize(n), normalize(vec3(-0.4, 0.6, 0.7))));
  gl_FragColor = vec4(fieldColour(colour) * light, 1.0);
  #include <colorspace_fragment>
}
`;function j0(i,e){let t={useField:{value:0},closed:{value:0}};return[new hi({vertexShader:P1,fragmentShader:I1,clipping:!0,side:$n,uniforms:{...i,...t,colour:{value:new Ke(e)}}}),t]}function Q0(i,e){let t=new oo({color:9081756,transparent:!0,opacity:1,depthWrite:!1,side:$n});return t.onBeforeCompile=n=>{Object.assign(n.uniforms,{gridStep:i.gridStep,along:{value:e}}),n.vertexShader=`varying vec3 vWorld;
${n.vertexShader}`.replace("#include <begin_vertex>",`#include <begin_vertex>
vWorld = (modelMatrix * vec4(position, 1.0)).xyz;`),n.fragmentShader=`varying vec3 vWorld;
uniform float gridStep;
uniform vec3 along;
${n.fragmentShader}`.replace("#include <color_fragment>",`#include <color_fragment>
      vec3 place = vWorld / gridStep;
      vec3 width = max(fwidth(place), vec3(1e-6));
      vec3 line = (1.0 - clamp(abs(fract(place - 0.5) - 0.5) / width, 0.0, 1.0)) * along * clamp(1.0 - 2.0 * width, 0.0, 1.0);
      diffuseColor.a = 0.16 + 0.38 * max(line.x, max(line.y, line.z));`)},t.customProgramCacheKey=()=>"plane",t}function ev(i,e,t){return i==="surface"||i==="surfels"?Ao(t):qa(i,e)}function Fi(i,e,t,n){let s=i.getAttribute(e);if(s&&s.count>=n&&s.count<=4*n+64)return s.array;let r=s?Math.ceil(1.3*n):n,o=new Yt(new Float32Array(t*r),t);return o.setUsage(Aa),i.setAttribute(e,o),o.array}function ws(i,e,t){let n=i.getAttribute(e);n.clearUpdateRanges(),n.addUpdateRange(0,n.itemSize*t),n.needsUpdate=!0}function Sf(i,e,t,n){for(let s=0;s<n;s+=1){let r=i[e?e[s]:s];t[s]=r===r?r:Xa}}function Da(i,e,t,n,s){if(e.useField.value=t.values?1:0,!t.values){Fi(i,"field",1,s);return}Sf(t.values,n,Fi(i,"field",1,s),s),ws(i,"field",s)}var tv=16,Dh=class{object;geometry=new va;material;own;constructor({shared:e,colour:t}){[this.material,this.own]=j0(e,t);let n=new aa(1/Math.cos(Math.PI/tv),tv);this.geometry.setAttribute("position",n.getAttribute("position")),this.geometry.setIndex(n.getIndex()),this.object=new On(this.geometry,this.material),this.object.frustumCulled=!1}update(e){this.write("centre",3,e.count).set(e.positions);let t=this.write("facing",3,e.count);e.normals?t.set(e.normals):t.fill(0);let n=this.write("radius",1,e.count);e.radii&&n.set(e.radii);let s=this.write("field",1,e.count);this.own.useField.value=e.values?1:0,e.values&&Sf(e.values,null,s,e.count),this.geometry.instanceCount=e.radii?e.count:0}setOptions(){}setClipping(e){this.material.clippingPlanes=e}dispose(){this.geometry.dispose(),this.material.dispose()}write(e,t,n){let s=this.geometry.getAttribute(e);if(s?.count===n)return s.needsUpdate=!0,s.array;let r=new na(new Float32Array(t*n),t);return r.setUsage(Aa),this.geometry.setAttribute(e,r),r.array}};var L1=8,Na=class{constructor(e){this.material=e}material;geometry=new tn;shown(e){return e.frustumCulled=!1,e}setPositions(e){Fi(this.geometry,"position",3,e.count).set(e.positions),ws(this.geometry,"position",e.count)}setOptions(){}setClipping(e){this.material.clippingPlanes=e}dispose(){this.geometry.dispose(),this.material.dispose()}},Nh=class extends Na{object=this.shown(new ia(this.geometry,this.material));own;constructor({shared:e,colour:t}){let[n,s]=K0(e,t);super(n),this.own=s}update(e){this.setPositions(e);let t=Fi(this.geometry,"radius",1,e.count);e.radii&&(t.set(e.radii),ws(this.geometry,"radius",e.count)),this.material.uniforms.fixedSize.value=e.radii?0:L1,Da(this.geometry,this.own,e,null,e.count),this.geometry.setDrawRange(0,e.count)}},Uh=class extends Na{object=this.shown(new Qi(this.geometry,this.material));own;topology=null;constructor({shared:e,colour:t}){super(new Ii({color:t})),this.own=Lh(this.material,e,!1)}update(e){e.topology!==this.topology&&(this.topology=e.topology,this.geometry.setIndex(new Yt(e.topology.lines??new Uint32Array(0),1))),this.setPositions(e),Da(this.geometry,this.own,e,null,e.count)}},D1=[.72,.06,.07,.08,.42,.12,.06,.18,.75],Fh=class extends Na{object=this.shown(new Qi(this.geometry,this.material));constructor(){super(new Ii({vertexColors:!0}))}update(e){let{axes:t}=e,n=t?6*e.count:0,s=this.geometry.getAttribute("color"),r=Fi(this.geometry,"position",3,n),o=Fi(this.geometry,"color",3,n);t&&N1(e.positions,t,r),ws(this.geometry,"position",n),s!==this.geometry.getAttribute("color")&&U1(o),this.geometry.setDrawRange(0,n)}};function N1(i,e,t){for(let n=0;n<i.length/3;n+=1)for(let s=0;s<3;s+=1){let r=6*(3*n+s);for(let o=0;o<3;o+=1)t[r+o]=i[3*n+o],t[r+3+o]=i[3*n+o]+e[9*n+3*s+o]}}function U1(i){for(let e=0;e<i.length/3;e+=1){let t=Math.floor(e/2)%3;for(let n=0;n<3;n+=1)i[3*e+n]=D1[3*t+n]}}var F1=Math.cos(40*Math.PI/180);function nv(i,e){let t=i.length/3,n=O1(i,e),{starts:s,corners:r}=B1(t,e),o=new Uint32Array(e.length),a=[],l=new Int32Array(k1(s));for(let u=0;u<t;u+=1){let d=r.subarray(s[u],s[u+1]),h=H1(d,e,n,l);for(let f=0;f<d.length;f+=1)o[d[f]]=l[f]===0?u:t+a.length+l[f]-1;for(let f=1;f<h;f+=1)a.push(u)}let c=new Uint32Array(t+a.length);for(let u=0;u<t;u+=1)c[u]=u;return c.set(a,t),{source:c,triangles:o,same:a.length===0}}function O1(i,e){let t=new Float32Array(e.length);for(let n=0;n<e.length;n+=3){let[s,r,o]=[3*e[n],3*e[n+1],3*e[n+2]],[a,l,c]=[i[r]-i[s],i[r+1]-i[s+1],i[r+2]-i[s+2]],[u,d,h]=[i[o]-i[s],i[o+1]-i[s+1],i[o+2]-i[s+2]],[f,v,y]=[l*h-c*d,c*u-a*h,a*d-l*u],p=Math.hypot(f,v,y)||1;t[n]=f/p,t[n+1]=v/p,t[n+2]=y/p}return t}function B1(i,e){let t=new Uint32Array(i+1);for(let r of e)t[r+1]+=1;for(let r=0;r<i;r+=1)t[r+1]+=t[r];let n=t.slice(),s=new Uint32Array(e.length);for(let r=0;r<e.length;r+=1){let o=e[r];s[n[o]]=r,n[o]+=1}return{starts:t,corners:s}}function k1(i){let e=0;for(let t=1;t<i.length;t+=1)e=Math.max(e,i[t]-i[t-1]);return e}var z1=64;function H1(i,e,t,n){let s=i.length;if(s>z1)return n.fill(0,0,s),1;n.fill(-1,0,s);let r=0;for(let o=0;o<s;o+=1)n[o]>=0||(n[o]=r,V1(o,i,e,t,n),r+=1);return r}function V1(i,e,t,n,s){let r=[i];for(let o=r.pop();o!==void 0;o=r.pop())for(let a=0;a<e.length;a+=1)s[a]>=0||!G1(e[o],e[a],t,n)||(s[a]=s[i],r.push(a))}function G1(i,e,t,n){let[s,r]=[i-i%3,e-e%3],[o,a]=[t[s+(i+1)%3],t[s+(i+2)%3]],[l,c]=[t[r+(e+1)%3],t[r+(e+2)%3]];return o!==l&&o!==c&&a!==l&&a!==c?!1:n[s]*n[r]+n[s+1]*n[r+1]+n[s+2]*n[r+2]>F1}function Mf(i){let e=new Float64Array(i.length);for(let s=0;s<i.length;s+=1){let r=i[s],o=i[s%3===2?s-2:s+1];e[s]=Math.min(r,o)*2**26+Math.max(r,o)}e.sort();let t=new Uint32Array(2*e.length),n=0;for(let s=0;s<e.length;s+=1)s>0&&e[s]===e[s-1]||(t[n]=Math.floor(e[s]/2**26),t[n+1]=e[s]%2**26,n+=2);return t.slice(0,n)}function wf(i,e,t){t.fill(0),W1(i,e,t);for(let n=0;n<t.length;n+=3){let s=t[n],r=t[n+1],o=t[n+2],a=Math.sqrt(s*s+r*r+o*o),l=a>0?1/a:0;t[n]=s*l,t[n+1]=r*l,t[n+2]=o*l}}function W1(i,e,t){for(let n=0;n<e.length;n+=3){let s=3*e[n],r=3*e[n+1],o=3*e[n+2],a=i[s],l=i[s+1],c=i[s+2],u=i[r]-a,d=i[r+1]-l,h=i[r+2]-c,f=i[o]-a,v=i[o+1]-l,y=i[o+2]-c,p=d*y-h*v,m=h*f-u*y,b=u*v-d*f;t[s]+=p,t[s+1]+=m,t[s+2]+=b,t[r]+=p,t[r+1]+=m,t[r+2]+=b,t[o]+=p,t[o+1]+=m,t[o+2]+=b}}var Oh=class{object=new vs;geometry=new tn;material;own;wireMaterial=new Ii({color:1053978,transparent:!0,opacity:.45});wire=null;ghost=null;topology=null;split=null;options={wireframe:!1,ghost:!1,seeThrough:!1};clipping=null;constructor({shared:e,colour:t}){this.material=new ca({color:t,roughness:.62,metalness:0,side:$n,polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:1}),this.own=Lh(this.material,e,!0);let n=new On(this.geometry,this.material);n.frustumCulled=!1,this.object.add(n)}update(e){e.topology!==this.topology&&this.changeTopology(e);let t=this.split;if(!t)return;let n=t.source.length,s=Fi(this.geometry,"position",3,n),r=Fi(this.geometry,"normal",3,n);iv(e.positions,t,s),wf(s,t.triangles,r),ws(this.geometry,"position",n),ws(this.geometry,"normal",n),Da(this.geometry,this.own,e,t.same?null:t.source,n),this.refreshExtras()}setOptions(e){this.options=e;let t=e.seeThrough;this.material.transparent!==t&&(this.material.transparent=t,this.material.opacity=t?.35:1,this.material.depthWrite=!t,this.material.needsUpdate=!0),this.refreshExtras()}setClipping(e){this.clipping=e,this.material.clippingPlanes=e,this.wireMaterial.clippingPlanes=e,e&&this.topology?.triangles&&(this.own.closed.value=X1(this.topology.triangles)?1:0)}dispose(){this.dropExtras(),this.geometry.dispose(),this.material.dispose(),this.wireMaterial.dispose()}changeTopology(e){this.topology=e.topology;let t=e.topology.triangles??new Uint32Array(0);this.split=nv(e.topology.rest??e.positions,t),this.geometry.setIndex(new Yt(this.split.triangles,1)),this.dropExtras(),this.setClipping(this.clipping)}refreshExtras(){this.options.wireframe&&!this.wire&&(this.wire=this.makeWire()),this.wire&&(this.wire.visible=this.options.wireframe),this.options.ghost&&!this.ghost&&(this.ghost=this.makeGhost()),this.ghost&&(this.ghost.visible=this.options.ghost);let e=this.geometry.getAttribute("position");this.wire&&e&&this.wire.geometry.setAttribute("position",e)}makeWire(){let e=this.topology?.triangles;if(!e)return null;let t=new tn;t.setIndex(new Yt(Mf(e),1));let n=new Qi(t,this.wireMaterial);return n.frustumCulled=!1,this.object.add(n),n}makeGhost(){let e=this.topology?.rest;if(!e||!this.split)return null;let t=new tn,n=new Float32Array(3*this.split.source.length);iv(e,this.split,n);let s=new Float32Array(n.length);wf(n,this.split.triangles,s),t.setAttribute("position",new Yt(n,3)),t.setAttribute("normal",new Yt(s,3)),t.setIndex(new Yt(this.split.triangles,1));let r=new ha({color:10467017,transparent:!0,opacity:.22,depthWrite:!1}),o=new On(t,r);return o.frustumCulled=!1,o.renderOrder=2,this.object.add(o),o}dropExtras(){this.wire?.geometry.dispose(),this.ghost?.geometry.dispose(),this.ghost&&this.ghost.material.dispose(),this.wire&&this.object.remove(this.wire),this.ghost&&this.object.remove(this.ghost),this.wire=null,this.ghost=null}};function iv(i,e,t){t.set(i);let{source:n}=e;for(let s=i.length/3;s<n.length;s+=1){let r=3*n[s];t[3*s]=i[r],t[3*s+1]=i[r+1],t[3*s+2]=i[r+2]}}function X1(i){return Mf(i).length===i.length}var Bh=class{object;geometry=new tn;along=new J(1,1,1);topology=null;constructor({shared:e}){this.object=new On(this.geometry,Q0(e,this.along)),this.object.frustumCulled=!1,this.object.renderOrder=1}update(e){let{triangles:t}=e.topology;t&&(e.topology!==this.topology&&(this.topology=e.topology,this.geometry.setIndex(new Yt(t,1))),Fi(this.geometry,"position",3,e.count).set(e.positions),ws(this.geometry,"position",e.count),this.setAlong(e.positions,t))}setAlong(e,t){if(t.length<3)return;let n=a=>new J().fromArray(e,3*t[a]),s=n(0),r=n(1).sub(s).cross(n(2).sub(s)).normalize(),o=a=>Math.abs(a)<.95?1:0;this.along.set(o(r.x),o(r.y),o(r.z))}setOptions(){}setClipping(){}dispose(){this.geometry.dispose(),this.object.material.dispose()}};var kh=class{renderer;scene=new Qo;camera=new qn;sky=new fa(16777215,10130572,2);sun=new ga(16777215,1.5);shared=J0();parts=new Map;grid=new Qi(new tn,new Ii({transparent:!0,opacity:.35}));layers=[];hidden=new Set;options={wireframe:!1,ghost:!1,seeThrough:!1};clipping=null;constructor(e,t){this.renderer=new Rh({canvas:e,context:t}),this.renderer.localClippingEnabled=!0,this.camera.matrixAutoUpdate=!1,this.scene.add(this.sky,this.sun,this.sun.target,this.grid),this.grid.frustumCulled=!1}setTheme(e){this.renderer.setClearColor(new Ke(e.background)),this.shared.cutColour.value.set(e.cut),this.grid.material.color.set(e.line)}setScene(e){this.layers=e.layers.map(n=>n.name),this.hidden=new Set(e.layers.filter(n=>!n.shown).map(n=>n.name));for(let n of[...this.parts.keys()])this.drop(n);this.sky.position.set(...e.up);let t=Math.max(...e.bounds[1].map((n,s)=>n-e.bounds[0][s]),1e-6);this.shared.gridStep.value=ed(t/8),this.makeGrid(e.bounds,e.up,t)}setFrame(e){let t=new Set;e.parts.forEach((n,s)=>{let r=Io(n);t.add(r),this.shownFor(r,n,s).view.update(n)});for(let n of[...this.parts.keys()])t.has(n)||this.drop(n);this.grid.visible=!e.parts.some(n=>n.plane)}setRange(e,t){this.shared.rangeLow.value=e,this.shared.rangeHigh.value=t}setOptions(e){this.options=e;for(let{view:t}of this.parts.values())t.setOptions(e)}setHidden(e){this.hidden=e;for(let{view:t,layer:n}of this.parts.values())t.object.visible=!e.has(n)}setSlice(e){this.clipping=e?[new li(new J(...e.normal),e.constant)]:null,this.shared.sliced.value=e?1:0;for(let{view:t}of this.parts.values())t.setClipping(this.clipping)}setSize(e,t,n){this.renderer.setPixelRatio(n),this.renderer.setSize(e,t,!1),this.shared.pixelRatio.value=n}draw(e){let{right:t,up:n,back:s}=e.basis(),r=e.position(),o=l=>new J(...l);this.camera.matrix.makeBasis(o(t),o(n),o(s)).setPosition(...r),this.camera.fov=e.fov*180/Math.PI,this.camera.aspect=e.aspect,this.camera.near=e.state.distance/200,this.camera.far=e.state.distance*200,this.camera.updateProjectionMatrix(),this.camera.updateMatrixWorld(!0);let a=this.renderer.domElement;this.shared.pixelsPerUnit.value=a.height/e.heightAt(1),this.sun.position.copy(o(s)).addScaledVector(o(n),.6).addScaledVector(o(t),-.35),this.renderer.render(this.scene,this.camera)}shownFor(e,t,n){let s=this.parts.get(e);if(s?.shape===t.shape&&s.plane===t.plane)return s;s&&this.drop(e);let r=this.layers.indexOf(t.layer),o=q1(t,{shared:this.shared,colour:ev(t.layer,r,n)});o.setOptions(this.options),o.setClipping(this.clipping),o.object.visible=!this.hidden.has(t.layer),this.scene.add(o.object);let a={view:o,shape:t.shape,plane:t.plane,layer:t.layer};return this.parts.set(e,a),a}drop(e){let t=this.parts.get(e);t&&(this.scene.remove(t.view.object),t.view.dispose(),this.parts.delete(e))}makeGrid([e,t],n,s){let r=this.shared.gridStep.value,o=n.reduce((f,v,y)=>Math.abs(v)>Math.abs(n[f])?y:f,0),[a,l]=[0,1,2].filter(f=>f!==o),c=n[o]>0?e[o]:t[o],u=r*Math.ceil(.9*s/r),d=f=>r*Math.round((e[f]+t[f])/2/r),h=[];for(let f=-u;f<=u+r/2;f+=r)for(let[v,y]of[[a,l],[l,a]])for(let p of[-u,u]){let m=[0,0,0];m[o]=c,m[y]=d(y)+f,m[v]=d(v)+p,h.push(...m)}this.grid.geometry.dispose(),this.grid.geometry=new tn,this.grid.geometry.setAttribute("position",new Yt(new Float32Array(h),3))}};function q1(i,e){switch(i.shape){case"triangles":return i.plane?new Bh(e):new Oh(e);case"points":return new Nh(e);case"lines":return new Uh(e);case"frames":return new Fh;case"discs":return new Dh(e)}}function Ef(i,e){let t=[1/0,1/0,1/0],n=[-1/0,-1/0,-1/0];for(let s of i.parts)if(!(s.plane||e.has(s.layer)))for(let r=0;r<s.positions.length;r+=1){let o=s.positions[r];if(!Number.isFinite(o))continue;let a=r%3;o<t[a]&&(t[a]=o),o>n[a]&&(n[a]=o)}return t[0]<=n[0]?[t,n]:null}var Y1=300,$1=220,Z1=2,zh=class{canvas=rt("canvas");camera=new Qa;overlay=new Ll;frame=null;hidden=new Set;options={wireframe:!1,ghost:!1,seeThrough:!1};scene=null;keep=null;scheduled=!1;flight=0;sized=!1;beforeDraw=()=>{};afterDraw=()=>{};constructor(){this.scene=this.makeScene(),rt("no-webgl").hidden=this.scene!==null,this.readTheme(),new ResizeObserver(()=>this.resize()).observe(rt("view")),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>{this.readTheme(),this.requestDraw()}),this.canvas.addEventListener("webglcontextlost",e=>e.preventDefault()),this.canvas.addEventListener("webglcontextrestored",()=>this.requestDraw())}get hasPicture(){return this.scene!==null}setHello(e,t){this.camera.setUp(e.up),this.scene?.setScene(e),this.scene?.setOptions(this.options),this.hidden=new Set(e.layers.filter(n=>!n.shown).map(n=>n.name)),t&&(this.camera.state=this.camera.framing(e.bounds)),this.requestDraw()}setFrame(e){this.frame=e,this.scene?.setFrame(e)}setRange(e,t){this.scene?.setRange(e,t),this.requestDraw()}setOptions(e){this.options={...this.options,...e},this.scene?.setOptions(this.options),this.requestDraw()}setHidden(e){this.hidden=e,this.scene?.setHidden(e),this.requestDraw()}setSlice(e){this.keep=e,this.scene?.setSlice(e),this.requestDraw()}bounds(){return this.frame&&Ef(this.frame,this.hidden)}bodyBounds(){return this.frame&&Ef(this.frame,new Set([...this.hidden,"colliders"]))}flyTo(e){if(cancelAnimationFrame(this.flight),Qf()){this.camera.state=e,this.requestDraw();return}let t=this.camera.state,n=performance.now(),s=r=>{let o=Math.min(Math.max((r-n)/$1,0),1);this.camera.state=_p(t,e,o*o*(3-2*o)),o<1?this.flight=requestAnimationFrame(s):this.camera.state=e,this.requestDraw()};this.flight=requestAnimationFrame(s)}stopFlight(){cancelAnimationFrame(this.flight)}readAt(e,t){if(!this.frame)return null;let n=this.camera.ray(e,t),s=null;for(let r of this.frame.parts){let{triangles:o}=r.topology;if(!o||r.plane||this.hidden.has(r.layer))continue;let a=Qm(n,r.positions,o,this.keep);if(!a||s&&a.distance>=s.hit.distance)continue;let l=r.values?eg(a,o,r.values):NaN;s={part:r,value:l,point:a.point,hit:{...a,part:r.name}}}return s}bodyAt(e,t){let n=this.readAt(e,t);return n?.part.layer==="surface"?n.hit:null}bodyNearCentre(){let e=this.bodyAt(0,0);for(let t=1;t<=8&&!e;t+=1)for(let n=0;n<12;n+=1){let s=2*Math.PI*n/12,r=this.bodyAt(.1*t*Math.cos(s),.1*t*Math.sin(s));if(r)return r}return e}requestDraw(){this.scheduled||(this.scheduled=!0,requestAnimationFrame(()=>{this.scheduled=!1,this.beforeDraw(),this.drawNow(),this.afterDraw()}))}drawNow(){this.scene?.draw(this.camera),this.overlay.drawTriad(this.camera)}readTheme(){let e=getComputedStyle(document.documentElement),t=n=>e.getPropertyValue(n).trim();this.scene?.setTheme({background:t("--view"),cut:t("--cut"),line:t("--grid")})}makeScene(){try{let e=this.canvas.getContext("webgl2",{antialias:devicePixelRatio<1.5,powerPreference:"high-performance"});return e?new kh(this.canvas,e):null}catch{return null}}resize(){let{clientWidth:e,clientHeight:t}=rt("view"),[n,s]=[Math.max(e,1),Math.max(t,1)],r=n/s;this.sized&&(this.camera.state.distance*=Math.min(1,this.camera.aspect)/Math.min(1,r)),this.sized=!0,this.camera.aspect=r,rt("view").dataset.short=String(s<Y1),this.scene?.setSize(n,s,Math.min(devicePixelRatio,Z1)),this.overlay.setSize(n,s),this.drawNow(),this.afterDraw()}};var J1=32768,K1=250,j1=60,Hh=class{constructor(e,t,n){this.connection=e;this.act=t;this.show=new El({layers:s=>this.setLayers(s),slice:s=>{this.view.setSlice(s),Jn("slice",s!==null)},range:(s,r)=>this.fixRange(s,r),bounds:()=>this.view.bodyBounds()},n.views,n.moves),this.editor=new sl(s=>this.send({kind:"scene",text:s})||dn("Not sent: there is no connection.","error"),s=>this.tabs.setBadge("text",s>0?String(s):"")),this.tabs=new ja(rt("side"),[{id:"scene",label:"Scene",content:this.scenePanel.root},{id:"adjust",label:"Adjust",content:this.parameters.root},{id:"show",label:"Show",content:this.show.root},{id:"plots",label:"Plots",content:this.plots.root,shown:()=>this.plots.redraw()},{id:"solver",label:"Solver",content:this.solver.root,shown:()=>this.drawPanels()},{id:"text",label:"Text",content:this.editor.root}]),this.legend=new Il(s=>this.chooseField(s)),this.transport=new za({seek:s=>this.send({kind:"seek",frame:s}),speed:s=>this.send({kind:"speed",value:s})}),this.view.beforeDraw=()=>this.beforeDraw(),this.view.afterDraw=()=>this.afterDraw(),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>this.plots.redraw()),rt("lock-place").append(Js("lock",this.act))}connection;act;view=new zh;ring=new nl(J1);range=new Pl;transport;show;editor;legend;busy=new Rl;grab=new Cl(e=>this.send(e));hello=null;state=null;field="";frames=0;firstFrameMs=NaN;lastScriptMs=0;lastDecodeMs=0;reading=null;lostReason="";tabs;scenePanel=new wl(e=>this.send({kind:"gallery",name:e}));parameters=new ol((e,t)=>this.send({kind:"set",path:e,value:t}));plots=new Ml(this.ring);solver=new Tl;announcer=new Al(e=>gt(rt("summary"),e));decoder=new il;lost=new Ro("lost","Try now",()=>this.connection.open());failed=new Ro("failed","Back to the beginning",()=>this.act("reset"));slowPanels=new Mi(K1,()=>this.drawPanels());hovers=new Mi(j1,e=>this.hoverAt(e));pending=null;drawStarted=0;newInThisDraw=!1;frameTimes=[];hoverPlace=null;send(e){let t=this.connection.send(e);return t&&this.busy.asked(e.kind),t}get fieldShown(){return this.hello?.fields.find(e=>e.name===this.field)??null}get fps(){let e=performance.now()-1e3;return this.frameTimes.filter(t=>t>e).length}get problems(){return this.editor.problems}get tab(){return this.tabs.current}showTab(e){this.tabs.show(e)}chooseField(e){this.field=e,this.range.forget(),Jn("lock",!1),this.legend.choose(e),this.send({kind:"colour",field:e}),this.showRange()}toggleLock(){if(!this.fieldShown||!this.range.known){dn("Choose a field to colour by first (key C).");return}this.range.locked=!this.range.locked,Jn("lock",this.range.locked),this.followRange(),this.showRange()}wordsAt(e,t){let n=this.view.readAt(e,t);if(!n)return null;let s=this.fieldShown;return!s||!n.part.values?`${n.part.name} at ${jm(n.point)}`:`${ls(s.name)} ${Tr(n.value,s.unit)}`}hover(e){this.hoverPlace=e,this.hovers.offer(e)}opened(){this.lost.hide(),this.lostReason="",this.busy.take({kind:"busy",what:"",seconds:0}),this.decoder.reset()}connectionLost(e,t){this.lostReason=e,this.grab.forget(),this.refreshHolding();let n=t<1?"at once":`in ${Math.round(t)} s`;this.lost.show("No connection",`${e} Trying again ${n}.`),this.tellSummary()}received(e){switch(e.kind){case"hello":this.setHello(e);break;case"samples":e.restart&&this.ring.clear(),e.rows.length>0&&this.ring.rewind(e.rows[0][0]);for(let t of e.rows)this.ring.push(t);this.slowPanels.offer(null);break;case"problems":this.setProblems(e.problems);break;case"state":this.setState(e);break;case"busy":this.busy.take(e),this.tellSummary();break;case"error":dn(e.text,"error");break}}setHello(e){let t=this.hello===null,n=this.hello?.name!==e.name;this.hello=e,document.title=`${e.title} · Pliant`,gt(rt("title"),e.title);let s=t?el(location.hash):null;this.view.setHello(e,n&&!s),s&&(this.view.camera.state=s),this.scenePanel.setHello(e),this.parameters.setParameters(e.parameters),this.show.setLayers(e.layers),this.show.setBounds(e.bounds),this.plots.setProbes(e.probes),this.editor.setText(e.text,e.editable&&e.mode==="live"),this.tabs.setAvailable("text",e.mode==="live"),this.tabs.setAvailable("adjust",e.mode==="live"),this.transport.setHello(e),this.legend.setFields(e.fields,this.field),mp(e.mode),this.grab.forget(),this.refreshHolding(),this.keepField(e,n),this.setLayers(this.show.shown())}keepField(e,t){e.fields.some(n=>n.name===this.field)||(this.field=""),this.legend.choose(this.field),t&&this.range.forget(),Jn("lock",this.range.locked),this.field&&this.send({kind:"colour",field:this.field}),this.showRange()}setProblems(e){this.editor.setProblems(e),e.some(t=>t.severity==="error")&&(Ks(!0),this.tabs.show("text"),this.editor.focusFirstProblem())}expectPlaying(e){this.busy.on&&this.state&&this.setState({...this.state,playing:e,finished:!1})}setState(e){this.state=e;let t=document.querySelector('#run-buttons [data-action="play"]');t&&this.transport.setState(e,t),e.failed?this.failed.show("The run has stopped",e.failed):this.failed.hide(),this.tabs.setBadge("solver",e.warnings.length>0?String(e.warnings.length):""),e.finished&&this.transport.loop&&this.hello?.mode==="replay"&&(this.send({kind:"seek",frame:0}),this.send({kind:"play"})),this.slowPanels.offer(null),this.tellSummary()}receivedFrame(e){let t=performance.now();try{let n=this.decoder.decode(e);if(this.send({kind:"ack",id:n.id}),n.field!==null&&n.field!==this.field)for(let s of n.parts)s.values=null;this.pending=n}catch(n){dn(`The server sent ${n instanceof Error?n.message:"what is no frame"}.`,"error")}this.lastDecodeMs=performance.now()-t,this.view.requestDraw()}beforeDraw(){if(this.drawStarted=performance.now(),this.newInThisDraw=this.pending!==null,!this.pending)return;let e=this.pending;this.pending=null,this.view.setFrame(e),this.followRange()}afterDraw(){let{frame:e}=this.view;this.view.overlay.setSpring(e&&this.springOf(e),this.view.camera),!(!this.newInThisDraw||!e)&&(this.newInThisDraw=!1,this.frames===0&&(this.firstFrameMs=performance.now()),this.frames+=1,this.frameTimes=[...this.frameTimes.slice(-120),performance.now()],this.transport.setFrame(e),this.lastScriptMs=this.lastDecodeMs+performance.now()-this.drawStarted,this.slowPanels.offer(null),this.hoverPlace&&this.hovers.offer(this.hoverPlace))}springOf(e){return e.grab?this.grab.heldBy?{...e.grab,to:this.grab.target}:e.grab:null}followRange(){let{frame:e,hidden:t}=this.view;if(!e||!this.fieldShown)return;let n=e.parts.filter(s=>!t.has(s.layer)).flatMap(s=>s.values?[s.values]:[]);this.range.follow(cp(n))&&this.showRange()}fixRange(e,t){if(!this.range.fix(e,t)){dn("The lower end of the range must be below the upper one.","error");return}Jn("lock",!0),this.showRange()}showRange(){let e=this.fieldShown;this.view.setRange(this.range.low,this.range.high),this.legend.show(e,this.range),e&&this.range.known&&this.show.setRange(this.range.low,this.range.high,e.unit)}setLayers(e){this.view.setHidden(this.show.hidden()),this.send({kind:"layers",shown:e})}hoverAt(e){this.reading=e&&!this.grab.heldBy?this.wordsAt(...e):null;let{clientWidth:t,clientHeight:n}=this.view.canvas,[s,r]=e??[0,0];this.view.overlay.setReading(this.reading,[(s+1)/2*t,(1-r)/2*n]),this.view.canvas.dataset.over=this.reading===null?"":"body"}refreshHolding(){rt("hold-pad").hidden=this.grab.heldBy!=="keyboard"}drawPanels(){if(this.plots.draw(),this.tellSummary(),this.tabs.current!=="solver")return;let e=this.view.frame?.parts.reduce((t,n)=>t+(n.topology.triangles?.length??0)/3,0)??0;this.solver.show(this.view.frame,this.state,{fps:this.fps,scriptMs:this.lastScriptMs,triangles:e})}tellSummary(){let e=this.fieldShown,t=this.view.frame?.time??this.state?.time??0,n=this.hello&&this.hello.duration>0?` of ${this.hello.duration} s`:"",s=e&&this.range.known?`${ls(e.name)} ${Jf(this.range.low,this.range.high,e.unit)}`:"",r=this.statusWords();gt(rt("status"),[this.busy.words||r,s].filter(Boolean).join(" · ")),this.announcer.tell({status:r,range:s,time:Ar(t,.1).replace(" s",n?"":" s")+n})}statusWords(){return this.connection.state!=="open"?"No connection":this.busy.on?this.busy.task:this.state?.failed?"Stopped by an error":this.state?.finished?"Finished":this.state?.playing?"Playing":"Paused"}};function sv(i){let{view:e}=i;return Object.freeze({get frames(){return i.frames},get firstFrameMs(){return i.firstFrameMs},get lastScriptMs(){return i.lastScriptMs},get lastDecodeMs(){return i.lastDecodeMs},get fps(){return i.fps},get hello(){return structuredClone(i.hello)},get state(){return structuredClone(i.state)},get connection(){return{state:i.connection.state,reason:i.lostReason}},get busy(){return i.busy.words},get webgl(){return e.hasPicture},get time(){return e.frame?.time??null},get frame(){let{frame:n}=e;if(!n)return null;let{id:s,index:r,time:o,step:a,speedRatio:l,solver:c,grab:u,complaints:d}=n,h=n.parts.map(f=>({name:f.name,layer:f.layer,shape:f.shape,count:f.count,triangles:(f.topology.triangles?.length??0)/3,lines:(f.topology.lines?.length??0)/2}));return structuredClone({id:s,index:r,time:o,step:a,speedRatio:l,solver:c,grab:u,complaints:d,parts:h})},get field(){return i.field},get range(){return i.range.known?[i.range.low,i.range.high]:null},get legend(){let{axis:n}=i.legend;return n&&{field:i.field,unit:n.unit,locked:i.range.locked,ticks:structuredClone(n.ticks)}},get camera(){return structuredClone(e.camera.state)},get options(){return{...e.options,slice:i.show.sliceOn,hidden:[...e.hidden]}},get reading(){return i.reading},get held(){return i.grab.heldBy&&{by:i.grab.heldBy,target:[...i.grab.target]}},get problems(){return structuredClone(i.problems)},get samples(){return{rows:i.ring.length,latest:Array.from({length:i.ring.width},(n,s)=>i.ring.latest(s))}},get tab(){return i.tab},screenOf(n){let s=e.canvas.getBoundingClientRect(),[r,o]=e.overlay.pixelOf(e.camera,n);return[s.left+r,s.top+o]},positionOf(n,s){let r=e.frame?.parts.find(o=>o.name===n);return r&&s<r.count?[...r.positions.subarray(3*s,3*s+3)]:null},valueOf(n,s){return e.frame?.parts.find(r=>r.name===n)?.values?.[s]??null},bounds(){return e.bounds()}})}var Q1=.5,eE=15,tE=5e3;function nE(i){return Math.min(Q1*2**Math.max(i-1,0),eE)}function iE(i,e,t,n){return e===1008?`The server ended the connection: ${t||"a message was not allowed"}.`:e===1013||e===1001?`The server has gone${t?`: ${t}`:""}.`:i?"The connection is lost. Is pliant still running?":n?"The server does not answer, or refuses this address. Is pliant still running, and is the token from this run?":"The address has no token. Copy it in full, as pliant prints it."}var Vh=class{constructor(e,t,n){this.address=e;this.token=t;this.events=n}address;token;events;state="connecting";socket=null;failures=0;timer;openedAt=0;everOpened=!1;open(){if(clearTimeout(this.timer),this.socket&&this.socket.readyState<=WebSocket.OPEN)return;this.state="connecting";let e=new WebSocket(this.address);e.binaryType="arraybuffer",e.onopen=()=>this.opened(),e.onmessage=t=>this.arrived(t.data),e.onclose=t=>{this.socket===e&&this.closed(t)},this.socket=e}send(e){return this.socket?.readyState!==WebSocket.OPEN?!1:(this.socket.send(JSON.stringify(e)),!0)}opened(){this.state="open",this.openedAt=performance.now(),this.everOpened=!0,this.events.opened()}arrived(e){if(typeof e!="string"){this.events.frame(e);return}let t=jf(e);t&&this.events.message(t)}closed(e){let t=this.state==="open"&&performance.now()-this.openedAt>tE;this.failures=t?1:this.failures+1,this.state="lost";let n=nE(this.failures);this.timer=setTimeout(()=>this.open(),n*1e3),this.events.lost(iE(this.everOpened,e.code,e.reason,this.token),n)}};var sE=[["Drag a body","take hold of it: a spring pulls it after the pointer"],["Shift at letting go","pin it where it is"],["Drag the background","turn the view"],["Right or middle drag","move the view"],["Wheel","zoom to the pointer"],["Point at a surface","read the value there"],["One finger","turn, or take hold of a body"],["Two fingers","zoom and move"]],Gh=class{dialog=rt("help");constructor(){let e=se("div",{class:"help-body"},Tf("Mouse and touch",sE));for(let r of new Set(qi.map(o=>o.group))){let o=qi.filter(a=>a.group===r).map(a=>[a.keys.map(Ka).join(" or "),a.label+(a.mode==="replay"?" (replay)":a.mode==="live"?" (live)":"")]);e.append(Tf(r,o))}e.append(Tf("Scene text",[["Ctrl Enter","apply the text"]]));let t=se("button",{type:"button",class:"primary"},"Close");t.addEventListener("click",()=>this.dialog.close());let n=se("a",{href:"licenses",target:"_blank",rel:"noreferrer"},"Licences"),s=se("div",{class:"dialog-head"},se("h2",{id:"help-title"},"Keys and gestures"),t);this.dialog.append(s,e,n),this.dialog.addEventListener("click",r=>{r.target===this.dialog&&this.dialog.close()})}toggle(){this.dialog.open?this.dialog.close():this.dialog.showModal()}};function Tf(i,e){let t=se("dl");for(let[n,s]of e)t.append(se("dt",{},n),se("dd",{},s));return se("section",{},se("h3",{},i),t)}var rv=Math.PI,Wh=class{constructor(e,t){this.canvas=e;this.target=t;e.addEventListener("pointerdown",n=>this.pressed(n)),e.addEventListener("pointermove",n=>this.moved(n)),e.addEventListener("pointerup",n=>this.lifted(n)),e.addEventListener("pointercancel",n=>this.lifted(n)),e.addEventListener("pointerleave",n=>{n.pointerType!=="touch"&&t.hover(null)}),e.addEventListener("contextmenu",n=>n.preventDefault()),e.addEventListener("wheel",n=>this.wheel(n),{passive:!1})}canvas;target;down=new Map;gesture="none";place(e){let t=this.canvas.getBoundingClientRect();return[2*(e.clientX-t.left)/t.width-1,1-2*(e.clientY-t.top)/t.height]}pressed(e){this.canvas.setPointerCapture(e.pointerId),this.down.set(e.pointerId,[e.clientX,e.clientY]),this.down.size===2?(this.gesture==="grab"&&this.target.letGo(!1),this.gesture="pinch"):this.down.size===1&&(this.gesture=this.firstGesture(e)),this.canvas.dataset.gesture=this.gesture}firstGesture(e){return e.button===1||e.button===2?"pan":e.button!==0?"none":this.target.grabAt(...this.place(e))?"grab":"orbit"}moved(e){let t=this.down.get(e.pointerId);if(!t){this.target.hover(this.place(e));return}let n=[e.clientX,e.clientY],[s,r]=[n[0]-t[0],n[1]-t[1]];this.gesture==="pinch"&&this.pinch(e.pointerId,t,n),this.down.set(e.pointerId,n);let o=this.canvas.clientHeight||1;this.gesture==="grab"&&this.target.dragTo(...this.place(e)),this.gesture==="orbit"&&(this.target.camera.orbit(-s/o*rv,r/o*rv),this.target.cameraMoved()),this.gesture==="pan"&&(this.target.camera.pan(s/o,-r/o),this.target.cameraMoved())}pinch(e,t,n){let s=[...this.down].find(([c])=>c!==e)?.[1];if(!s)return;let r=c=>Math.max(Math.hypot(c[0]-s[0],c[1]-s[1]),8),o=this.canvas.clientHeight||1,a=this.canvas.getBoundingClientRect(),l=[(n[0]+s[0])/2,(n[1]+s[1])/2];this.target.camera.pan((n[0]-t[0])/2/o,-(n[1]-t[1])/2/o),this.target.camera.zoom(r(t)/r(n),2*(l[0]-a.left)/a.width-1,1-2*(l[1]-a.top)/a.height),this.target.cameraMoved()}lifted(e){this.down.delete(e.pointerId)&&(this.gesture==="grab"&&this.target.letGo(e.shiftKey&&e.type==="pointerup"),this.gesture=this.gesture==="pinch"&&this.down.size===1?"orbit":"none",this.canvas.dataset.gesture=this.gesture,this.down.size===0&&e.pointerType==="touch"&&this.target.hover(this.place(e)))}wheel(e){e.preventDefault();let t=e.deltaY*(e.deltaMode===1?16:e.deltaMode===2?400:1),n=Math.exp(Math.min(Math.max(t,-300),300)*(e.ctrlKey?.008:.0015));this.target.camera.zoom(n,...this.place(e)),this.target.cameraMoved()}};var rE=["frame","wireframe","ghost","through","slice","colour","value","hold","pinMode","unpin","png","gif","link"],oE=["reset","back","play","step","loop"],aE=/^(step|back|orbit|pan|zoom|pull)/,lE="(max-width: 760px)",av=new URLSearchParams(location.search).get("token")??"",Rf=new URL(`live?token=${encodeURIComponent(av)}`,location.href);Rf.protocol=location.protocol==="https:"?"wss:":"ws:";Rf.hash="";var lv=new Vh(Rf.href,av,{opened:()=>Ft.opened(),lost:(i,e)=>Ft.connectionLost(i,e),message:i=>Ft.received(i),frame:i=>Ft.receivedFrame(i)});lv.open();var Ua=i=>qh.do(i);function Xh(i,e){rt(i).append(...e.map(t=>Js(t,Ua)))}Xh("toolbar",rE);Xh("run-buttons",oE);Xh("head-buttons",["help","panels"]);Xh("hold-pad",qi.filter(i=>i.mode==="holding").map(i=>i.id));var cv=rt("speed");cv.before(Js("slower",Ua));cv.after(Js("faster",Ua));var ov=i=>qi.filter(e=>e.group===i).map(e=>Js(e.id,Ua,"words")),Ft=new Hh(lv,Ua,{views:ov("Look from"),moves:ov("Move the camera")}),qh=new tl(Ft,new Gh),cE=Ft.view.afterDraw;Ft.view.afterDraw=()=>{qh.drawn(),cE()};new Wh(Ft.view.canvas,{camera:Ft.view.camera,grabAt:(i,e)=>{let t=Ft.hello?.mode==="live"?Ft.view.bodyAt(i,e):null;return Ft.hover(null),t!==null&&Ft.grab.begin(t,Ft.view.camera,"pointer")},dragTo:(i,e)=>{Ft.grab.dragTo(i,e,Ft.view.camera),Ft.view.requestDraw()},letGo:i=>Ft.grab.end(i||qh.pins),hover:i=>Ft.hover(i),cameraMoved:()=>{Ft.view.stopFlight(),Ft.view.requestDraw()}});addEventListener("keydown",i=>{if(i.defaultPrevented||pp(i.target,mu(i)))return;let e=fp(i,Ft.hello?.mode??"live",Ft.grab.heldBy==="keyboard");e&&(i.preventDefault(),(!i.repeat||aE.test(e.id))&&qh.do(e.id))});addEventListener("hashchange",()=>{let i=el(location.hash);i&&Ft.view.flyTo(i)});var Cf=i=>()=>{document.documentElement.dataset.by=i,Ft.view.overlay.setCross(i==="keys"&&document.activeElement===Ft.view.canvas)};addEventListener("pointerdown",Cf("pointer"),!0);addEventListener("keydown",Cf("keys"),!0);addEventListener("keyup",Cf("keys"),!0);var Af=matchMedia(lE);Ks(!Af.matches);Af.addEventListener("change",()=>Ks(!Af.matches));Object.defineProperty(window,"__pliant",{value:sv(Ft),writable:!1});})();
