/**
 * Words that people of the trade use every day. Formulas for readability take them for hard words because they are long; to the
 * readers of this site they are not.
 */
export const TRADE_WORDS: ReadonlySet<string> = new Set(
  `accelerometer accelerometers accuracy alignment aligned analysis analyst analyzer asset assets assembly assemblies
  automation backlog balancing bearing bearings calibrate calibrated calibration capacity cavitation certificate certification
  compressor compressors condition contamination conveyor conveyors corrective corrosion coupling couplings criticality
  critical diagnostics diagnostic downtime effectiveness efficiency electrical electrician electricians elimination
  engineer engineering engineers equipment estimator facility facilities failure failures fastener fasteners filtration
  frequency gearbox gearboxes generator generators grease greasing hydraulic hydraulics imbalance indicator indicators
  infrared inspection inspections inspect inspector inspectors instructor instructors instrument instrumentation inventory
  lockout lubricant lubricants lubricate lubricated lubrication machine machinery machines maintain maintenance maintainer
  manager managers management manufacturer manufacturing mean measurement measurements mechanic mechanical mechanics
  misalignment monitoring motor motors operation operations operator operators oscillation overhaul participants
  performance planner planners planning pneumatic pneumatics precision predictive preventive prevention procedure
  procedures production productivity program proactive reactive registration reliability reliable repair repairs repeatable
  replacement rotating schedule scheduler scheduling sensor sensors severity shutdown shutdowns
  spectrum standard supervisor supervisors tachometer technician technicians technology temperature
  tension thermal thermography tolerance tolerances torque training transmission troubleshoot troubleshooting turbine
  turbines turnaround ultrasonic ultrasound unplanned utility variable ventilation vibration viscosity workshop workshops
  worksheet worksheets`.split(/\s+/),
)
