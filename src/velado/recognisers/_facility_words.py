"""The words that hospitals, health centres and institutions are called by, in three languages. Plain data."""

from __future__ import annotations

__all__ = ["CARE_CONTEXT", "CENTRES_OF", "CODES", "COMPANY_FORMS", "DOTTED_CODES", "ENGLISH_HEADS", "GENERIC", "HEADS", "HOSPITAL_CODES", "NOT_CODES", "PAYERS", "SPECIALTY", "WORK"]

_HOSPITALS = """hospital hosp htal hptal hospitals clinica clin sanatorio maternidad maternidade policlinica infirmary nosocomio hospice lazareto
    hospitalario manicomio psiquiatrico"""
_CENTRES = """consultorio ambulatorio dispensario posta policlinico farmacia farmacias botica drogueria drogaria laboratorio laboratoire lab
    pharmacy surgery practice chemist optica enfermaria sapu cesfam cecosf saludable botiquin drugstore dialisis"""
_INSTITUTIONS = """escuela colegio liceo instituto institut primaria secundaria preparatoria prepa telesecundaria preescolar kinder jardin guarderia
    universidad facultad academia seminario internado conservatorio gimnasio politecnico bachillerato
    empresa fabrica maquiladora maquila taller tienda restaurante restaurant cafeteria cafe bar cantina hotel motel hostal posada mercado
    supermercado super minisuper bodega almacen abarrotes panaderia pasteleria carniceria ferreteria papeleria zapateria peluqueria estetica
    salon gasolinera mina minera ingenio aserradero constructora transportes transporte autobuses taxis banco caja cooperativa coop financiera
    aseguradora seguros mutua mutual sindicato club cine teatro circo radio periodico
    iglesia parroquia templo capilla catedral basilica convento monasterio congregacion santuario mezquita sinagoga diocesis ermita salones
    juzgado tribunal fiscalia comisaria comisariato penal carcel cereso prision penitenciaria reclusorio cuartel batallon regimiento
    fundacion asociacion ong albergue refugio orfanato asilo residencia hogar geriatrico funeraria panteon cementerio consulado embajada
    estancia hacienda finca hato rancho granja vivero frigorifico conservas astillero naviera pesquera molino lavanderia boutique bazar
    escola colegio creche universidade faculdade loja lojas mercearia mercadinho padaria talho oficina posto hotel pensao banco caixa cooperativa
    igreja capela paroquia terreiro mosteiro santuario presidio penitenciaria delegacia esquadra forum fundacao associacao lar asilo abrigo
    clube sindicato usina fazenda herdade quinta viacao construtora transportadora malharia fabrica confeccoes vinicola supermercado restaurante
    pastelaria tasca quartel cartorio seguradora radio jornal funeraria ferreiros estaleiro corticeira bombeiros agrupamento liceu externato
    catedral diocese vicariato misericordia ysgol templo congregacao barbearia salao sorveteria lanchonete churrascaria acougue bodega
    comedor sidreria tablao cofradia queijaria vina vinedo ladrillera chifa imprenta ceramica tercio pozo defensoria pousada calcados
    maderera paqueteria autotransportes queseria merceria muebleria tortilleria fonda paleteria refaccionaria purificadora empacadora
    patronato escuadron gendarmeria delegacion notaria procuraduria dif casino federacion
    mision missao orquesta mariachi tecelagem jurisdiccion colectiva pastoral vicariato funerales hermanas
    pizzaria pizzeria borracharia cerealista textil adega carmelo ganaderia policentro klinika hosteria cendi agrotecnica ludoteca mueblerias
    pulperia colmado abasto drogueria ferreteria rotiseria kiosco heladeria carpinteria lavadero gomeria vulcanizadora llanteria"""
HEADS: dict[str, str] = {}
for _text, _label in ((_INSTITUTIONS, "INSTITUTION"), (_CENTRES, "HEALTH_CENTRE"), (_HOSPITALS, "HOSPITAL")):
    HEADS.update(dict.fromkeys(_text.split(), _label))

# "centro", "casa", "unidad", "puesto"… are heads only with one of these behind.
CENTRES_OF: dict[str, dict[str, str]] = {
    "centro": {
        "salud": "HEALTH_CENTRE", "saude": "HEALTH_CENTRE", "medico": "HEALTH_CENTRE", "hospitalario": "HOSPITAL", "hospitalar": "HOSPITAL",
        "clinico": "HOSPITAL", "dental": "HEALTH_CENTRE", "radiologico": "HEALTH_CENTRE", "oncologico": "HOSPITAL", "sanitario": "HEALTH_CENTRE",
        "penitenciario": "INSTITUTION", "escolar": "INSTITUTION", "educativo": "INSTITUTION", "comercial": "INSTITUTION", "social": "INSTITUTION",
        "comunitario": "INSTITUTION", "infantil": "INSTITUTION", "rehabilitacion": "HEALTH_CENTRE", "reabilitacao": "HEALTH_CENTRE",
        "dia": "INSTITUTION", "cultural": "INSTITUTION", "nacional": "INSTITUTION", "dialisis": "HEALTH_CENTRE", "hemodialisis": "HEALTH_CENTRE",
        "integral": "HEALTH_CENTRE", "materno": "HOSPITAL", "atencion": "HEALTH_CENTRE", "diagnostico": "HEALTH_CENTRE", "universitario": "INSTITUTION",
        "psicologia": "INSTITUTION", "transfusion": "INSTITUTION", "hospitalier": "HOSPITAL", "paroquial": "INSTITUTION", "acogida": "INSTITUTION",
        "geriatrico": "INSTITUTION", "convivencia": "INSTITUTION", "reinsercion": "INSTITUTION", "readaptacion": "INSTITUTION", "educacao": "INSTITUTION",
        "medicina": "HEALTH_CENTRE", "desarrollo": "INSTITUTION", "imagenes": "HEALTH_CENTRE", "especialidades": "HOSPITAL", "imagem": "HEALTH_CENTRE", "andaluz": "INSTITUTION", "deportivo": "INSTITUTION",
    },
    "centre": {"salut": "HEALTH_CENTRE", "medic": "HEALTH_CENTRE", "hospitalari": "HOSPITAL"},
    "complejo": {"hospitalario": "HOSPITAL", "asistencial": "HOSPITAL", "penitenciario": "INSTITUTION", "petroquimico": "INSTITUTION", "universitario": "HOSPITAL"},
    "complexo": {"hospitalario": "HOSPITAL", "hospitalar": "HOSPITAL", "penitenciario": "INSTITUTION", "prisional": "INSTITUTION"},
    "casa": {
        "salud": "HEALTH_CENTRE", "saude": "HOSPITAL", "hogar": "INSTITUTION", "repouso": "INSTITUTION", "materna": "HEALTH_CENTRE", "acogida": "INSTITUTION",
        "cultura": "INSTITUTION", "cuna": "INSTITUTION", "acolhida": "INSTITUTION", "apoio": "INSTITUTION", "migrante": "INSTITUTION", "gestante": "INSTITUTION", "ronald": "INSTITUTION",
    },
    "unidad": {
        "medica": "HEALTH_CENTRE", "educativa": "INSTITUTION", "salud": "HEALTH_CENTRE", "deportiva": "INSTITUTION", "sanitaria": "HEALTH_CENTRE",
        "penitenciaria": "INSTITUTION", "carcelaria": "INSTITUTION", "penal": "INSTITUTION", "renal": "HEALTH_CENTRE", "dialisis": "HEALTH_CENTRE", "hemodialisis": "HEALTH_CENTRE",
    },
    "estabelecimento": {"prisional": "INSTITUTION"},
    "junta": {"freguesia": "INSTITUTION"},
    "unidade": {"saude": "HEALTH_CENTRE", "basica": "HEALTH_CENTRE", "mista": "HEALTH_CENTRE", "prisional": "INSTITUTION", "escolar": "INSTITUTION", "local": "HOSPITAL"},
    "puesto": {"salud": "HEALTH_CENTRE", "sanitario": "HEALTH_CENTRE", "socorro": "HEALTH_CENTRE", "policial": "INSTITUTION"},
    "posto": {"saude": "HEALTH_CENTRE", "medico": "HEALTH_CENTRE", "policial": "INSTITUTION"},
    "polo": {"base": "HEALTH_CENTRE"},
    "pronto": {"socorro": "HOSPITAL", "atendimento": "HEALTH_CENTRE"},
    "santa": {"casa": "HOSPITAL"},
    "grupo": {"escolar": "INSTITUTION", "scout": "INSTITUTION"},
    "estacion": {"bomberos": "INSTITUTION", "policia": "INSTITUTION"},
    "obra": {"social": "PAYER"},
    "cruz": {"roja": "INSTITUTION", "verde": "HEALTH_CENTRE", "vermelha": "INSTITUTION"},
    "ejercito": {"salvacion": "INSTITUTION"},
}  # fmt: skip
# Payers and the like: the head stays outside, the name alone identifies.
PAYERS = frozenset("eps convenio isapre prepaga ars ips seguradora prepagada insurer arl art poliza seguro cobertura conv".split())

# Codes with a number or a name behind: "UMF 34", "USF Horizonte", "CEIP Miguel Hernández".
CODES: dict[str, str] = dict.fromkeys(
    """umf csu cs usf ubs ubsf upa caps capsi esf ucsp ucc uls aces cesamo ebais csm uap usmi sapu sar cesfam cecosf cras creas usb csr esi
    uba cdp eap uneme issste clap clas cmf psf ambulatorio csi casai""".split(),
    "HEALTH_CENTRE",
) | dict.fromkeys(
    "hg hr hro hgz hgr hgs hgsz hgp hgo hgu hrae umae cmn chu hu huc hnn hgc hgr hgzmf hgre hcu hgm".split(), "HOSPITAL"
) | dict.fromkeys(
    """cbtis cbta cetis conalep ceip ies cra eb eb1 ebs emef emei cmei ceim cei iti sena cereso hmp hmyoi ie ilpi aldi cobach cecyt uaem
    apae apadrim ceti escuadron gendarmeria""".split(),
    "INSTITUTION",
)  # fmt: skip
HOSPITAL_CODES = frozenset(code for code, label in CODES.items() if label == "HOSPITAL")

# Codes written with dots: "C.S. Norte", "I.E. 5".
DOTTED_CODES = {"cs": "HEALTH_CENTRE", "ps": "HEALTH_CENTRE", "ie": "INSTITUTION", "ee": "INSTITUTION", "ep": "INSTITUTION", "eb": "INSTITUTION", "um": "HEALTH_CENTRE", "hu": "HOSPITAL", "hg": "HOSPITAL", "em": "INSTITUTION", "hr": "HOSPITAL"}

# Stand behind the name in English.
ENGLISH_HEADS: dict[str, str] = dict.fromkeys("hospital hospitals infirmary clinic hospice memorial regional".split(), "HOSPITAL") | dict.fromkeys(
    "surgery practice pharmacy laboratory laboratories lab labs center centre ctr medical health dental dentistry drugs drug drugstore pediatrics orthopedics dialysis".split(),
    "HEALTH_CENTRE",
) | dict.fromkeys(
    """school college university academy high church temple mosque synagogue cathedral chapel prison jail court unit bakery restaurant cafe
    diner pub inn hotel motel market supermarket mart store stores shop garage farm farms dairy mill mills mine mines plant works factory
    foundry shipyard bank insurance society trust foundation association charity shelter hostel club union company brewery motors
    transport logistics haulage construction builders plumbing airlines railway laundry nursery kindergarten orphanage ministries
    ward lodge homes cars taxis cabs solicitors elementary opticians mutual casualty machinery bros sons home post logging quarry
    charter casino brewery winery orchards nurseries fisheries packing seafood foods grocery groceries deli salon""".split(),
    "INSTITUTION",
)  # fmt: skip
COMPANY_FORMS = frozenset("ltda lda ltd inc llc srl sac eirl gmbh plc spa sas pty corp".split())

# Modify a head and name nothing by themselves.
GENERIC = frozenset(
    """general regional universitario universitaria universitari clinico clinica comarcal provincial municipal nacional central civil militar
    infantil materno maternoinfantil psiquiatrico especialidades alta especialidad privado privada publico publica estatal federal distrital
    departamental rural urbano urbana local medico medica medicos dental salud saude familia familiar hospital hospitales basico basica integral
    comunitario comunitaria tecnica tecnico primaria secundaria superior preparatoria tecnologico estadual geral pediatrico pediatrica oncologico
    de del la las los el do da dos das y e no num numero n nro of zona sector area distrito referencia segundo primer tercer nivel san
    cardiologia urologia veterinaria social popular docente interzonal zonal quirurgico santa""".split()
) - {"san", "santa"}

CARE_CONTEXT = frozenset(
    """guardia urgencias urgencia ingreso ingresa ingreso ingresada ingresado internado internada internacion internamento alta trasladado
    trasladada traslado traslada trasladan derivado derivada derivo deriva derivan referido referida referencia remitido remitida remite operado operada consulta
    control seguimiento visto vista valorado atendido atendida nacido parto cama residente encaminhado encaminhada encaminho transferido
    transferida transferir transferencia admitted transferred discharged seen referred follow discharge transfer hospitalizado hospitalizada
    hospitalizacion estuvo vaga regulado regulada aceita acepta acepta aceptan mandan envian enviado enviada contrarreferencia contraref
    procedente llevan llevado llevada lleva uci uti cti sube quimio tac rmn ambulancia recibe""".split()
)
WORK = frozenset(
    """trabaja trabajaba trabajo trabajan trabajando labora laboraba laboro laborando empleado empleada empleados works worked working job
    trabalha trabalhava trabalhou trabalhando employed employee funcionaria funcionario operario operaria obrero obrera estudia estudiaba
    estuda estudante alumno alumna aluno aluna estudiante student teaches taught enseña jubilado jubilada reformado aposentado retired
    contratado contratada despedida despedido socia socio gerente encargado encargada duena dueno dona dono dueña propietaria cobra""".split()
)
# Capital letters that are medicine, payers or public bodies, not a hospital's short name.
NOT_CODES = frozenset(
    """hta hda hdb htp hiv hcv hbv hpv hellp hsv hcg hdl hgt hla hbp hmg hpb hsa hic htic hvi hvd hpp hgb hct hto has hpi heent hnp hie hhv
    hvb hvc hav had hado hadom uci uti cti upc uce ucim utin ucin samu imss issste sus inss pami fonasa nhs sas sns ss hcl hdf hd hp ho hb hr hs hgna hha hra
    tac rmn rm rx ecg ekg eeg emg eco usg tep tvp acv avc iam icc erc dm epoc asa oms who ine dni curp nss cdc fda tca tcc dpoc ieca ara
    htn hfpef hfref hads haq hplc hsil hrt hcc hus hit hnf hcq hbs hbsag hle hsp hlh hmb hvh hgi hgo hcap hap hctz hz hba aine aines hbpm tnt pcr vih sida itu ira ida cpre cepre pet spect tto ltx rcp dea sem dif mp bo pa fc fr sat tto qx cx""".split()
)
# How specialties, services and those who practise them end.
# How the name of a specialty or a service ends.
SPECIALTY = tuple(
    """logi logia logo logoa iatri iatria iatra iatraa icina terapia grafia scopia tomia urgia ologa encias encia cion cao""".split()
)
